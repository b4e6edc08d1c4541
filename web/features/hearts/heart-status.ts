import type { VoteStatusBatchResponse, VoteStatusItem } from "#schema/api/hearts.ts";
import { request } from "#web/api/client.ts";
import type { Heart, HeartTarget } from "./heart-cache.ts";
import { heartMessages } from "./hearts.messages.ts";

const FRAME_MS = 16;
const MOST_AT_ONCE = 100;

interface Waiting {
  target: HeartTarget;
  resolve: (heart: Heart) => void;
  reject: (reason: unknown) => void;
}

let waiting: Waiting[] = [];

const nameOf = ({ type, id }: HeartTarget) => `${type}/${id}`;

function answer({ target, resolve, reject }: Waiting, items: Map<string, VoteStatusItem>): void {
  const item = items.get(nameOf(target));
  if (item) resolve({ voted: item.voted, heartCount: item.heartCount });
  else reject(new Error(heartMessages.statusFailed[target.type]));
}

async function askTogether(asks: readonly Waiting[]): Promise<void> {
  const targets = new Map(asks.map(({ target }) => [nameOf(target), target]));
  try {
    const { items } = await request<VoteStatusBatchResponse>("/api/leaderboard/vote-status", {
      method: "POST",
      body: { items: [...targets.values()].map(({ type, id }) => ({ type, id })) },
    });
    const byName = new Map(items.map((item) => [nameOf(item), item]));
    for (const ask of asks) answer(ask, byName);
  } catch (error) {
    for (const { reject } of asks) reject(error);
  }
}

function flush(): void {
  const asks = waiting;
  waiting = [];
  for (let at = 0; at < asks.length; at += MOST_AT_ONCE) {
    void askTogether(asks.slice(at, at + MOST_AT_ONCE));
  }
}

/** Whatever hearts one frame asks about go into one call. A timer, since a hidden tab has no frames. */
export function askStatus(target: HeartTarget): Promise<Heart> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) setTimeout(flush, FRAME_MS);
    waiting.push({ target, resolve, reject });
  });
}
