import type { QueryClient } from "@tanstack/react-query";
import type { TargetType, VoteResponse } from "#schema/api/hearts.ts";
import { queryKeys } from "#schema/queries.ts";
import { SEEDED_AT } from "#web/api/user-data.ts";

export interface Heart {
  voted: boolean;
  /** Null until it is known. */
  heartCount: number | null;
}

/** A user's id is the Reddit username, a post's its id with prefix. */
export interface HeartTarget {
  type: TargetType;
  id: string;
}

/** Shared between lazily loaded chunks. */
export const votes: {
  /** Set by the companion's code once it shows a listing: handles votes that the server cannot take (decision 124). */
  retry?: (error: unknown, target: HeartTarget) => Promise<Partial<VoteResponse>>;
  /** When the server last answered one (performance.now()): a saved list that was asked for before is old. */
  answeredAt?: number;
} = {};

export const heartKey = ({ type, id }: HeartTarget) => queryKeys.heart(type, id);

/**
 * The id in a request. The API takes a lower-case "t2_abc" for an account's id, so a user with such a name is sent as
 * "T2_abc".
 */
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

/** Stores a heart from a list, unless it changed after the list was requested. */
export function storeListHeart(
  client: QueryClient,
  target: HeartTarget,
  { askedAt, ...heart }: Heart & { askedAt: number },
): void {
  const isKnown = client.getQueryState(heartKey(target))?.dataUpdatedAt;
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
