import { vi } from "vitest";
import { COMPANION_ATTRIBUTE } from "#schema/companion-attribute.ts";
import type { CompanionRequest, CompanionMessage } from "#schema/companion.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import type { PageRequest } from "#web/features/companion/companion-listing.ts";

type Answerer = (request: CompanionRequest) => object | null;

export const say = (data: unknown, from: { source?: unknown; origin?: string } = {}) => {
  const event = new MessageEvent("message", { data });
  Object.defineProperty(event, "source", { value: "source" in from ? from.source : window });
  Object.defineProperty(event, "origin", { value: from.origin ?? location.origin });
  window.dispatchEvent(event);
};

/** Marks the page as having a companion that is on. `answer` makes its answers; null leaves a question unanswered. */
export function installCompanion(answer: Answerer): CompanionRequest[] {
  const requests: CompanionRequest[] = [];
  document.documentElement.setAttribute(COMPANION_ATTRIBUTE, "on");
  vi.spyOn(window, "postMessage").mockImplementation((message: unknown) => {
    const { id, ask } = message as CompanionMessage;
    requests.push(ask);
    const found = answer(ask);
    if (found) queueMicrotask(() => say({ unearth: 1, id, ...found }));
  });
  return requests;
}

export function removeCompanion(): void {
  document.documentElement.removeAttribute(COMPANION_ATTRIBUTE);
}

/** The server's answer about a companion's listing of which it knows nothing. */
export function statusesAnswer(hasArchive: boolean): Response {
  const creator = { voted: false, heartCount: 0, rank: null };
  const removed = { creator: false, posts: [], subreddits: [] };
  const listing = { creator, adultSubreddits: [], hasArchive, removed };
  return Response.json({ success: true, items: [], listing });
}

/** For a page of ann's posts by new, the first unless `more` says otherwise. */
export const pageRequest = (
  more: Pick<PageRequest, "search"> & Partial<PageRequest>,
): PageRequest => ({
  client: createQueryClient(),
  queryKey: [],
  username: "ann",
  sortBy: "new",
  pageParam: null,
  pages: [],
  signal: new AbortController().signal,
  ...more,
});
