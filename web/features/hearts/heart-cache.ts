import type { QueryClient } from "@tanstack/react-query";
import type { TargetType, VoteResponse } from "#schema/api/hearts.ts";
import { queryKeys } from "#schema/queries.ts";
import { SEEDED_AT } from "#web/api/user-data.ts";

export interface Heart {
  voted: boolean;
  /** Null until it is known. */
  heartCount: number | null;
}

/** `id` is the Reddit username, or a post's id with its t3_ prefix. */
export interface HeartTarget {
  type: TargetType;
  id: string;
}

/** Shared between lazily loaded chunks. */
export const sharedVoteState: {
  /** Handles votes that the server cannot take (decision 124). The companion's code sets it with its first listing. */
  retry?: (error: unknown, target: HeartTarget) => Promise<Partial<VoteResponse>>;
  /**
   * The time of the last answer to a vote, or of its loss (performance.now()). Saved lists requested before it are
   * stale.
   */
  answeredAt?: number;
} = {};

export const heartKey = ({ type, id }: HeartTarget) => queryKeys.heart(type, id);

/**
 * The API reads a lower-case "t2_abc" as an account's id, so a username of that form is sent as "T2_abc".
 */
export const idInCall = ({ type, id }: HeartTarget): string =>
  type === "user" ? id.replace(/^t2_/, "T2_") : id;

/** The time of each heart's last change (performance.now()): the query's own date uses a clock that can be set back. */
const changedAt = new Map<string, number>();
/** heartKey() lower-cases names, so another spelling of a creator is the same entry. */
const nameOf = (target: HeartTarget) => heartKey(target).join();

export function noteChange(target: HeartTarget): void {
  changedAt.set(nameOf(target), performance.now());
}

export function setHeart(client: QueryClient, target: HeartTarget, heart: Heart): void {
  noteChange(target);
  client.setQueryData(heartKey(target), heart);
}

/**
 * Stores a heart from a list, unless it changed after the list was requested, or a vote whose answer will replace it is
 * running: the list may have been read before the vote was stored.
 */
export function storeListHeart(
  client: QueryClient,
  target: HeartTarget,
  { askedAt, ...heart }: Heart & { askedAt: number },
): void {
  const key = heartKey(target);
  if (client.isMutating({ mutationKey: key }) > 0) return;
  const isKnown = client.getQueryState(key)?.dataUpdatedAt;
  const isNewer = (changedAt.get(nameOf(target)) ?? 0) < askedAt;
  if (!isKnown || isNewer) setHeart(client, target, heart);
}

/** Stores a list's counts as seeds. Hearts with a known status stay. */
export function seedHearts(
  client: QueryClient,
  targets: readonly (HeartTarget & Pick<Heart, "heartCount">)[],
): void {
  for (const target of targets) {
    const known = client.getQueryState(heartKey(target));
    if (known?.dataUpdatedAt) continue;
    const seed: Heart = { voted: false, heartCount: target.heartCount };
    client.setQueryData(heartKey(target), seed, { updatedAt: SEEDED_AT });
  }
}
