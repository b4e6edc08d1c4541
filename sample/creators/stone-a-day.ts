import { TILE_COUNT, tileKey, type StillKey } from "#sample/catalogue.ts";
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

const LARGE: readonly StillKey[] = (
  "bismuth1 quartzcl ammonite rubyoval aquaclus malachit citrineg pyritecu geodepur emeraldc fluorite " +
  "labrador amethclu opaldark aquamari agatefir diamonds opalfire amethyst agateblu tourmali sapphire"
).split(" ") as StillKey[];

/** Every picture of a stone, three small ones to two large ones. */
const POOL: readonly (StillKey | `tile${string}`)[] = Array.from(
  { length: TILE_COUNT + LARGE.length },
  (_, index) => {
    const large = Math.floor((index * LARGE.length) / (TILE_COUNT + LARGE.length));
    const before = Math.floor(((index + 1) * LARGE.length) / (TILE_COUNT + LARGE.length));
    return before > large ? (LARGE[large] ?? "sapphire") : tileKey(index - large);
  },
);

/** No picture repeats before each was used once. */
const picture = (index: number) => POOL[index % POOL.length] ?? "sapphire";

function content(index: number) {
  if (index % 41 === 17) return loop(LOOPS[index % LOOPS.length] ?? "loopgem1");
  if (index % 13 !== 6) return image(picture(index));
  return gallery([
    { image: picture(index), caption: "Found" },
    { image: picture(index + 17), caption: "Washed" },
    { image: picture(index + 31), caption: "Polished" },
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
