import { TILE_COUNT, tileKey } from "#sample/catalogue.ts";
import { gallery } from "#sample/content/galleries.ts";
import { image } from "#sample/content/pictures.ts";
import { loop } from "#sample/content/videos.ts";
import { pick } from "#sample/ids.ts";
import type { PostSpec } from "#sample/post.ts";
import type { CreatorSpec } from "#sample/user.ts";

const COUNT = 300;
const ADJECTIVES = [
  "quiet",
  "river",
  "smoky",
  "restless",
  "honest",
  "borrowed",
  "winter",
  "midnight",
  "crooked",
  "patient",
  "copper",
  "salt",
  "lantern",
  "orchard",
  "thunder",
  "paper",
];
const NOUNS = [
  "agate",
  "beryl",
  "garnet",
  "jasper",
  "opal",
  "quartz",
  "spinel",
  "topaz",
  "zircon",
  "onyx",
  "peridot",
  "kyanite",
  "calcite",
];
const COMMUNITIES = ["StoneADay", "MineralFinds", "Gemstones_Daily", "RockTumblers"];
const LOOPS = ["loopgem1", "loopagat", "loopopal"] as const;

const tile = (index: number): `tile${string}` => tileKey(index) as `tile${string}`;

function content(index: number) {
  // The files come round again only after all of them were shown.
  const first = index % TILE_COUNT;
  if (index % 41 === 17) return loop(LOOPS[index % LOOPS.length] ?? "loopgem1");
  if (index % 13 !== 6) return image(tile(first));
  return gallery([
    { image: tile(first), caption: "Found" },
    { image: tile(first + 16), caption: "Washed" },
    { image: tile(first + 32), caption: "Polished" },
  ]);
}

function stone(index: number): PostSpec {
  const id = `1sto${String(index + 1).padStart(3, "0")}`;
  const adjective = ADJECTIVES[pick(`${id}/a`, 0, ADJECTIVES.length - 1)] ?? "quiet";
  const noun = NOUNS[pick(`${id}/n`, 0, NOUNS.length - 1)] ?? "agate";
  return {
    id,
    title: `Day ${COUNT - index}: ${adjective} ${noun}`,
    subreddit: COMMUNITIES[pick(`${id}/c`, 0, 3)] ?? "StoneADay",
    age: 2 + index * 24,
    score: pick(`${id}/s`, 12, 3_400),
    comments: pick(`${id}/m`, 0, 140),
    content: content(index),
  };
}

export const stoneADay: CreatorSpec = {
  name: "stone_a_day",
  title: "A Stone a Day",
  description: "Three hundred days, three hundred stones. Keep scrolling.",
  avatar: "stoneday",
  years: 1,
  linkKarma: 208_440,
  commentKarma: 12_004,
  posts: Array.from({ length: COUNT }, (_, index) => stone(index)),
};
