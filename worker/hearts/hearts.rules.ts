import * as z from "zod/mini";
import { isTargetId, type TargetType } from "#schema/api/hearts.ts";
import { withPostPrefix } from "#worker/lookup/post-id.ts";
import type { Target } from "#worker/targets/target.ts";

const STORED_USER_ID = /^t2_[a-z0-9]{1,13}$/;

/** Of one account. */
export const MAX_HEARTS = 10_000;

/** `id` is one that isTargetId accepts. */
export function toTarget(type: TargetType, id: string): Target {
  if (type === "post") return { type, by: "id", value: withPostPrefix(id) };
  if (STORED_USER_ID.test(id)) return { type, by: "id", value: id };
  return { type, by: "name", value: id.toLowerCase() };
}

/** The path parameter `id` of one type of target. */
const targetParam = (type: TargetType, error: string) =>
  z.pipe(
    z.object({ id: z.string().check(z.refine((id) => isTargetId(type, id), { error })) }),
    z.transform(({ id }: { id: string }) => toTarget(type, id)),
  );
export const userTarget = targetParam("user", "That is not a Reddit username");
export const postTarget = targetParam("post", "That is not a Reddit post id");

export interface HeartsAndRank {
  heartCount: number;
  rank: number | null;
}

export interface Hearts {
  user: HeartsAndRank | null;
  /** Targets without a heart have no entry. */
  posts: ReadonlyMap<string, HeartsAndRank>;
}

const NO_HEART: HeartsAndRank = { heartCount: 0, rank: null };
const UNKNOWN_COUNT = { heartCount: null, rank: null };

/** What an answer shows of a creator; `hearts` is null where the counts are not known. */
export const creatorHearts = (hearts: Hearts | null) =>
  hearts ? (hearts.user ?? NO_HEART) : UNKNOWN_COUNT;

/** As creatorHearts, of a post by its id with prefix. */
export const postHearts = (hearts: Hearts | null, id: string) =>
  hearts ? (hearts.posts.get(id) ?? NO_HEART) : UNKNOWN_COUNT;
