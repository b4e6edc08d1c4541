import { post, type PostSpec } from "#sample/post.ts";
import { user, userId, type CreatorSpec } from "#sample/user.ts";
import type { Json } from "#sample/wire.ts";
import { FAULTS } from "./faults.ts";
import { gemhunter } from "./gemhunter.ts";
import { longSeam } from "./long-seam.ts";
import { clipquarry, loopsmith, macroMica, slowlightFilms, tallpines } from "./makers.ts";
import { northlight } from "./northlight.ts";
import { ODD } from "./odd.ts";
import { stoneADay } from "./stone-a-day.ts";
import { velvetHours } from "./velvet-hours.ts";

export const CREATORS: readonly CreatorSpec[] = [
  gemhunter,
  northlight,
  macroMica,
  tallpines,
  slowlightFilms,
  loopsmith,
  clipquarry,
  stoneADay,
  longSeam,
  velvetHours,
  ...ODD,
  ...FAULTS,
];

const byName = new Map(CREATORS.map((one) => [one.name.toLowerCase(), one]));
const byId = new Map(CREATORS.map((one) => [userId(one.name), one]));
const postsById = new Map<string, { spec: PostSpec; author: CreatorSpec }>();
for (const author of CREATORS) {
  for (const spec of author.posts) postsById.set(spec.id, { spec, author });
}

export const creatorNamed = (name: string) => byName.get(name.toLowerCase());
export const creatorWithId = (id: string) => byId.get(id.toLowerCase());

export function listed(spec: PostSpec, author: CreatorSpec, now: number): Json {
  return post(spec, user(author, now), now);
}

/** A look-up by id, in which posts with `deletedSince` are deleted. */
export function postWithId(id: string, now: number): Json | undefined {
  const found = postsById.get(id.toLowerCase());
  if (!found) return undefined;
  const { spec, author } = found;
  return listed(spec.deletedSince ? { ...spec, removed: "deleted" } : spec, author, now);
}
