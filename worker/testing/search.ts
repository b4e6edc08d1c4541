import { expect } from "vitest";
import type { SearchResponse } from "#schema/api/search.ts";
import { REDDIT_ENV, type StandIn } from "./stand-in.ts";
import { testApp, type TestApp, type TestAppOptions } from "./test-app.ts";

export function appOver(reddit: StandIn, options: TestAppOptions = {}) {
  return testApp({ fetch: reddit.fetch, ...options, env: { ...REDDIT_ENV, ...options.env } });
}

export async function search(app: TestApp, body: Record<string, unknown>): Promise<SearchResponse> {
  const answer = await app.send("POST", "/api/reddit/search", body);
  const json = await answer.json<SearchResponse>();
  expect(answer.status, JSON.stringify(json)).toBe(200);
  return json;
}

export async function walk(app: TestApp, body: Record<string, unknown>): Promise<SearchResponse[]> {
  const pages = [await search(app, body)];
  for (let last = pages[0]; last?.nextPage; last = pages.at(-1))
    pages.push(await search(app, { ...body, after: last.nextPage }));
  return pages;
}

export const idsOf = (pages: SearchResponse[]) =>
  pages.flatMap(({ posts }) => posts.map(({ id }) => id));
