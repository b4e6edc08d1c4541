import * as z from "zod/mini";
import { badTarget, isTargetId, type TargetType } from "#schema/api/hearts.ts";
import { USER_ID, withPostPrefix } from "#schema/reddit-id.ts";
import type { Target } from "#worker/targets/target.ts";

/** Per account. */
export const MAX_HEARTS = 10_000;

/** `id` has passed isTargetId(). */
export function toTarget(type: TargetType, id: string): Target {
  if (type === "post") return { type, by: "id", value: withPostPrefix(id) };
  if (USER_ID.test(id)) return { type, by: "id", value: id };
  return { type, by: "name", value: id.toLowerCase() };
}

const targetParam = (type: TargetType) =>
  z.pipe(
    z.object({
      id: z.string().check(z.refine((id) => isTargetId(type, id), { error: badTarget(type) })),
    }),
    z.transform(({ id }: { id: string }) => toTarget(type, id)),
  );
export const userTarget = targetParam("user");
export const postTarget = targetParam("post");

export interface HeartsAndRank {
  heartCount: number;
  rank: number | null;
}

export interface Hearts {
  user: HeartsAndRank | null;
  /** Targets without a heart have no entry. */
  posts: ReadonlyMap<string, HeartsAndRank>;
  /** Targets that a source did not have any more, of which the archive has copies (decision 023). */
  gone: { user: boolean; posts: ReadonlySet<string> };
}

export const NO_HEARTS: Hearts = {
  user: null,
  posts: new Map(),
  gone: { user: false, posts: new Set() },
};

const NO_HEART: HeartsAndRank = { heartCount: 0, rank: null };
const UNKNOWN_COUNT = { heartCount: null, rank: null };

/** `hearts` is null if the counts are not known. */
export const creatorHearts = (hearts: Hearts | null) =>
  hearts ? (hearts.user ?? NO_HEART) : UNKNOWN_COUNT;

/** `id` has its prefix; `hearts` is null if the counts are not known. */
export const postHearts = (hearts: Hearts | null, id: string) =>
  hearts ? (hearts.posts.get(id) ?? NO_HEART) : UNKNOWN_COUNT;
