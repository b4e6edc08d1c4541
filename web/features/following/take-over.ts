import type { QueryClient } from "@tanstack/react-query";
import type { VoteResponse } from "#schema/api/hearts.ts";
import { ApiError } from "#web/api/api-error.ts";
import { request } from "#web/api/client.ts";
import { rememberUser } from "#web/api/user-data.ts";
import { unfollowOnDevice } from "#web/features/hearts/device-follows.ts";
import { type HeartTarget, setHeart } from "#web/features/hearts/heart-cache.ts";
import { votePath } from "#web/features/hearts/vote-path.ts";

/** Errors about one creator. Any other error would repeat for the next one. */
const ABOUT_CREATOR = new Set<ApiError["code"]>([
  "hearts.target_not_found",
  "hearts.target_suspended",
  "hearts.removed",
]);

async function giveHeart(client: QueryClient, name: string): Promise<void> {
  const isSameUser = rememberUser();
  const target: HeartTarget = { type: "user", id: name };
  const { voted, heartCount } = await request<VoteResponse>(votePath(target), { method: "POST" });
  if (isSameUser()) setHeart(client, target, { voted, heartCount });
}

export interface TakenOver {
  added: number;
  /** Creators that cannot get a heart. They stay followed on the device. */
  refused: string[];
}

/**
 * Gives a heart to each creator followed on this device, one request at a time, in the order they were followed. A
 * creator is removed from the device only after its heart is stored, so a failure loses none. Stops when the account
 * changes: the remaining hearts would go to the next account.
 */
export async function takeOverFollows(
  client: QueryClient,
  names: readonly string[],
  onName: (name: string) => void,
): Promise<TakenOver> {
  const refused: string[] = [];
  const isSameUser = rememberUser();
  for (const name of names.toReversed()) {
    if (!isSameUser()) throw new Error("The account has changed");
    onName(name);
    try {
      await giveHeart(client, name);
      unfollowOnDevice(name);
    } catch (error) {
      if (!(error instanceof ApiError && ABOUT_CREATOR.has(error.code))) throw error;
      refused.push(name);
    }
  }
  return { added: names.length - refused.length, refused };
}
