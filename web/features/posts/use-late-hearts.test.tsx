// @vitest-environment happy-dom
import { renderHook } from "@testing-library/react";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { createQueryClient } from "#web/api/query-client.ts";
import type { ListingAnswer } from "#web/features/companion/listing-answer.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { eventually } from "#web/testing/eventually.ts";
import { gemHunter, searchAnswer } from "#web/testing/listings.ts";
import { postOf } from "#web/testing/posts.ts";
import { heartKey } from "#web/features/hearts/heart-cache.ts";
import { searchQuery } from "#web/features/search/search.queries.ts";
import { useLateHearts } from "./use-late-hearts.ts";

const STATUS = "/api/leaderboard/vote-status";
const pageOf = (id: string) => searchAnswer({ posts: [postOf({ id, heartCount: null })] });

function renderPages(initialProps: readonly ListingAnswer[]) {
  const calls = holdApiCalls();
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { rerender } = renderHook(
    (pages: readonly ListingAnswer[]) => useLateHearts("gemhunter", "new", pages),
    { wrapper, initialProps },
  );
  return { calls, client, rerender };
}

test("counts that could not be fetched are requested again with the next page", async () => {
  const first = pageOf("t3_a");
  const { calls, rerender } = renderPages([first]);
  (await callTo(calls, STATUS)).answer({}, 500);
  await eventually(() => {
    rerender([first, pageOf("t3_b")]);
    const asked = calls.slice(1).flatMap(({ body }) => (body as { items: { id: string }[] }).items);
    expect(asked.map(({ id }) => id)).toContain("t3_a");
  });
});

test("counts and the rank that arrive change their own page, and its hearts", async () => {
  const first = { ...pageOf("t3_a"), userInfo: gemHunter };
  const pages = [first, searchAnswer({ posts: [postOf({ id: "t3_b", heartCount: 1 })] })];
  const { calls, client } = renderPages(pages);
  const { queryKey } = searchQuery("gemhunter", "new");
  client.setQueryData(queryKey, { pages, pageParams: [null, "next"] });
  const call = await callTo(calls, STATUS);
  expect(call.body).toMatchObject({ ranks: true });
  const { items } = call.body as { items: object[] };
  const counted = { voted: false, heartCount: 4, rank: 2 };
  call.answer({ success: true, items: items.map((item) => ({ ...item, ...counted })) });
  const counts = () =>
    client
      .getQueryData(queryKey)
      ?.pages.map(({ posts }) => posts.map(({ id, heartCount }) => `${id} ${heartCount}`));
  await eventually(() => expect(counts()).toEqual([["t3_a 4"], ["t3_b 1"]]));
  const creator = { ...gemHunter, heartCount: 4, rank: 2 };
  expect(client.getQueryData(queryKey)?.pages[0]).toMatchObject({
    success: true,
    userInfo: creator,
  });
  const heart = { voted: false, heartCount: 4 };
  expect(client.getQueryData(heartKey({ type: "post", id: "t3_a" }))).toEqual(heart);
});

test("a page with all its counts asks for none, one that lacks the creator's or a single post's does", async () => {
  const known = postOf({ id: "t3_b", heartCount: 1 });
  const { calls, rerender } = renderPages([searchAnswer({ posts: [known] })]);
  const creator = searchAnswer({ posts: [known], userInfo: gemHunter });
  rerender([creator]);
  expect((await callTo(calls, STATUS)).body).toMatchObject({
    items: [{ id: "t3_b" }, { type: "user" }],
  });
  const one = searchAnswer({ posts: [known, postOf({ id: "t3_a", heartCount: null })] });
  rerender([creator, one]);
  await eventually(() => expect(calls).toHaveLength(2));
});
