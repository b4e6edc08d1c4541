import type { HealthResponse } from "#schema/api/health.ts";
import type { Post } from "#schema/api/posts.ts";
import type { SearchResponse } from "#schema/api/search.ts";
import { MINUTE_MS } from "#schema/time.ts";
import { SHOWCASE } from "#sample/names.ts";
import { ServerFailed } from "#tools/refused.ts";

export interface SeedUser {
  id: string;
  username: string;
  displayName: string;
  avatarUrl: string | null;
  /** Whether the sample source has this profile. */
  isKnown: boolean;
}

export interface SeedCreator {
  user: SeedUser;
  posts: Post[];
}

const TIMEOUT_MS = MINUTE_MS;

async function fetchCreator(baseUrl: string, username: string): Promise<SeedCreator> {
  const response = await fetch(`${baseUrl}/api/reddit/search`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, limit: 100 }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const { userInfo, posts } = (await response.json()) as SearchResponse;
  if (!response.ok || !userInfo) throw new ServerFailed(`The search for ${username} failed`);
  const { id, title, avatarUrl } = userInfo;
  return {
    user: { id, username: userInfo.username, displayName: title, avatarUrl, isKnown: true },
    posts,
  };
}

/** Reads the sample's creators from the server; none if it has another source. */
export async function fetchCreators(baseUrl: string): Promise<SeedCreator[]> {
  const health = await fetch(`${baseUrl}/api/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const { source } = (await health.json()) as HealthResponse;
  if (source !== "sample") return [];
  return Promise.all(SHOWCASE.map((username) => fetchCreator(baseUrl, username)));
}
