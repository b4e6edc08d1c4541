import type { VoteStatusBatchResponse, VoteStatusItem } from "#schema/api/hearts.ts";
import { request } from "#web/api/client.ts";
import { type Heart, type HeartTarget, idInCall } from "./heart-cache.ts";

const STATUS_BATCH_MS = 16;
const MAX_ITEMS_PER_CALL = 100;

/** Not in hearts.messages.ts, which is loaded with the first vote. */
const STATUS_FAILED = {
  user: "Failed to check user vote status",
  post: "Failed to check post vote status",
} as const;

type HeartStatus = Heart & Pick<VoteStatusItem, "rank">;

interface PendingStatus {
  target: HeartTarget;
  withRank: boolean;
  resolve: (heart: HeartStatus) => void;
  reject: (reason: unknown) => void;
}

let waiting: PendingStatus[] = [];

const keyOf = ({ type, id }: HeartTarget) => `${type}/${id}`;

function settle(
  { target, resolve, reject }: PendingStatus,
  items: Map<string, VoteStatusItem>,
): void {
  const item = items.get(keyOf(target));
  if (item) resolve({ voted: item.voted, heartCount: item.heartCount, rank: item.rank });
  else reject(new Error(STATUS_FAILED[target.type]));
}

async function requestStatuses(asks: readonly PendingStatus[]): Promise<void> {
  const targets = new Map(asks.map(({ target }) => [keyOf(target), target]));
  try {
    const { items } = await request<VoteStatusBatchResponse>("/api/leaderboard/vote-status", {
      method: "POST",
      isRead: true,
      body: {
        items: [...targets.values()].map(({ type, id }) => ({ type, id })),
        ...(asks.some(({ withRank }) => withRank) && { ranks: true }),
      },
    });
    const byKey = new Map(items.map((item) => [keyOf(item), item]));
    for (const ask of asks) settle(ask, byKey);
  } catch (error) {
    for (const { reject } of asks) reject(error);
  }
}

function flush(): void {
  const asks = waiting;
  waiting = [];
  for (let at = 0; at < asks.length; at += MAX_ITEMS_PER_CALL) {
    void requestStatuses(asks.slice(at, at + MAX_ITEMS_PER_CALL));
  }
}

/** Sends the requests of one frame in one call. Uses a timer, because a hidden tab has no animation frames. */
export function requestHeartStatus(asked: HeartTarget, withRank = false): Promise<HeartStatus> {
  const target = { type: asked.type, id: idInCall(asked) };
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) setTimeout(flush, STATUS_BATCH_MS);
    waiting.push({ target, withRank, resolve, reject });
  });
}
