import { tileKey } from "#sample/catalogue.ts";
import { gallery } from "#sample/content/galleries.ts";
import { image } from "#sample/content/pictures.ts";
import { loop } from "#sample/content/videos.ts";
import { pick } from "#sample/ids.ts";
import type { PostSpec } from "#sample/post.ts";
import type { CreatorSpec } from "#sample/user.ts";

const COUNT = 1_500;
/** A post every day and a half: six years in all. */
const HOURS_BETWEEN = 36;
const PLACES = ["north face", "lower gallery", "old shaft", "tailings", "ridge", "east adit"];
const FINDS = ["agate", "béryl", "garnet", "jasper", "opal", "quartz", "spinel", "topaz", "zircon"];
/** From the most used to one with three posts. */
const COMMUNITIES = [
  "MineralFinds",
  "Rockhounds_Daily",
  "Gemstones_Daily",
  "RockTumblers",
  "StoneADay",
  "CrystalHabit",
  "MicroMounts",
  "OpenPits",
  "AgateAddicts",
  "GarnetGang",
  "OpalFever",
  "QuartzCorner",
  "SpinelSociety",
  "TopazTable",
  "ZirconZone",
  "FieldNotes",
  "OldMines",
  "UVReactive",
  "LapidaryBench",
  "GeologyPorn",
  "EarthPicture",
  "ThinSections",
  "u_long_seam",
  "a_community_name_of_21",
] as const;

const one = <T>(list: readonly T[], seed: string): T => list[pick(seed, 0, list.length - 1)] as T;

/** The smaller of two draws, so that the first communities get most posts. */
const community = (id: string): string => {
  const last = COMMUNITIES.length - 1;
  return COMMUNITIES[Math.min(pick(`${id}/c`, 0, last), pick(`${id}/d`, 0, last))] as string;
};

function content(index: number) {
  const picture = (step: number) => tileKey(index + step);
  if (index % 37 === 11) return loop("loopagat");
  if (index % 11 !== 4) return image(picture(0));
  return gallery([{ image: picture(0) }, { image: picture(7) }]);
}

function find(index: number): PostSpec {
  const id = `1sm${String(index + 1).padStart(4, "0")}`;
  return {
    id,
    title: `${one(FINDS, `${id}/f`)} from the ${one(PLACES, `${id}/p`)}, find ${COUNT - index}`,
    subreddit: community(id),
    age: 5 + index * HOURS_BETWEEN,
    score: pick(`${id}/s`, 3, 900),
    comments: pick(`${id}/m`, 0, 60),
    content: content(index),
  };
}

export const longSeam: CreatorSpec = {
  name: "long_seam",
  title: "The Long Seam",
  description: "Six years in one hill.",
  avatar: null,
  years: 7,
  linkKarma: 412_300,
  commentKarma: 30_120,
  posts: Array.from({ length: COUNT }, (_, index) => find(index)),
};
