import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { answerSearch } from "#worker/search/search.service.ts";
import { feedOf, type Feed } from "./feed.ts";

const FEED_SIZE = 25;

/** A search, with its caches and budgets, that does not wait for heart counts: a feed shows none. */
export async function readFeed(deps: Deps, username: string, { origin }: URL): Promise<Feed> {
  const query = { username, sortBy: "new", limit: FEED_SIZE, waitForHearts: false } as const;
  const { answer } = await answerSearch(deps, query);
  // 410, so that readers stop polling.
  if (answer.profileState === "removed") throw new AppError("posts.removed");
  if (!answer.userExists) throw new AppError("feeds.user_not_found");
  return feedOf(answer, username, origin);
}
