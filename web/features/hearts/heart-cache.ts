import type { QueryClient } from "@tanstack/react-query";
import type { TargetType, VoteResponse } from "#schema/api/hearts.ts";
import { queryKeys } from "#schema/queries.ts";
import { SEEDED_AT } from "#web/api/user-data.ts";

export interface Heart {
  voted: boolean;
  /** null: not known yet. */
  heartCount: number | null;
}

/** A user is named by Reddit username, a post by its id with prefix. */
export interface HeartTarget {
  type: TargetType;
  id: string;
}

/** What lazily loaded chunks share of votes. */
export const votes: {
  /**
   * What the companion's code does about a heart that the server could not give (decision 124): set where a listing of
   * the companion's is shown.
   */
  retry?: (error: unknown, target: HeartTarget) => Promise<Partial<VoteResponse>>;
  /** When the server last answered one (performance.now()): a saved list that was asked for before is old. */
  answeredAt?: number;
} = {};

export const heartKey = ({ type, id }: HeartTarget) => queryKeys.heart(type, id);

/** The id in a call. The API takes a name like t2_abc for an account's id, which it is in small letters only. */
export const idInCall = ({ type, id }: HeartTarget): string =>
  type === "user" ? id.replace(/^t2_/, "T2_") : id;

/** When each heart was last set (performance.now()). The query's own date is of the device's clock, which can be set back. */
const changedAt = new Map<string, number>();
const nameOf = ({ type, id }: HeartTarget) => `${type}/${id}`;

export function noteChange(target: HeartTarget): void {
  changedAt.set(nameOf(target), performance.now());
}

export function setHeart(client: QueryClient, target: HeartTarget, heart: Heart): void {
  noteChange(target);
  client.setQueryData(heartKey(target), heart);
}

/** Stores a heart that came with a list. One that changed since the list was asked for is newer than the list. */
export function noteHeart(
  client: QueryClient,
  target: HeartTarget,
  { askedAt, ...heart }: Heart & { askedAt: number },
): void {
  const isKnown = client.getQueryState(heartKey(target))?.dataUpdatedAt;
  const isNewer = (changedAt.get(nameOf(target)) ?? 0) < askedAt;
  if (!isKnown || isNewer) setHeart(client, target, heart);
}

/** Stores the counts of a list that has arrived; a heart whose status is known keeps it. */
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
