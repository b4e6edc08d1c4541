import type { QueryClient } from "@tanstack/react-query";
import type { TargetType } from "#schema/api/hearts.ts";
import { queryKeys } from "#schema/queries.ts";

export interface Heart {
  voted: boolean;
  heartCount: number;
}

/** A user is named by Reddit username, a post by its id with prefix. */
export interface HeartTarget {
  type: TargetType;
  id: string;
}

/**
 * What a list says of a heart is its count and not whose it is. Such a seed is dated 0, which is how
 * everybody tells it from an answer of the server.
 */
export const SEEDED_AT = 0;

export const heartKey = ({ type, id }: HeartTarget) => queryKeys.heart(type, id);

export function setHeart(client: QueryClient, target: HeartTarget, heart: Heart): void {
  client.setQueryData(heartKey(target), heart);
}

/** Takes over the counts of a list that has arrived; what the server has said of one heart stays. */
export function seedHearts(
  client: QueryClient,
  targets: readonly (HeartTarget & { heartCount: number })[],
): void {
  for (const target of targets) {
    const known = client.getQueryState(heartKey(target));
    if (known?.dataUpdatedAt) continue;
    const seed: Heart = { voted: false, heartCount: target.heartCount };
    client.setQueryData(heartKey(target), seed, { updatedAt: SEEDED_AT });
  }
}

/** When somebody else sits down at the page: the counts hold, the votes do not. */
export function forgetVotes(client: QueryClient): void {
  void client.cancelQueries({ queryKey: ["heart"] });
  const hearts = client.getQueriesData<Heart>({ queryKey: ["heart"] });
  for (const [key, heart] of hearts) {
    if (!heart) continue;
    client.setQueryData<Heart>(key, { ...heart, voted: false }, { updatedAt: SEEDED_AT });
  }
}

export function toggled(heart: Heart): Heart {
  return heart.voted
    ? { voted: false, heartCount: Math.max(0, heart.heartCount - 1) }
    : { voted: true, heartCount: heart.heartCount + 1 };
}
