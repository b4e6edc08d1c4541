// @vitest-environment happy-dom
import { useInfiniteQuery } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { createQueryClient } from "#web/api/query-client.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { useNextPage } from "./use-next-page.ts";

interface Page {
  rows: string;
  next: string | null;
}

const KEY = ["list"];
const [FIRST, RENEWED, LAST] = [
  { rows: "old", next: "2" },
  { rows: "new", next: "2" },
  { rows: "last", next: null },
];

/** A list whose first page is loaded and fetched again; each request waits until the test answers it. */
async function renderRefetched() {
  const requests: { of: string | null; answer: (page: Page) => void; fail: () => void }[] = [];
  function List({ enabled = true, name = "list" }) {
    const query = useInfiniteQuery({
      queryKey: [name],
      enabled,
      initialPageParam: null as string | null,
      queryFn: ({ pageParam: of, signal }) => {
        const { promise, resolve, reject } = Promise.withResolvers<Page>();
        signal.addEventListener("abort", () => reject(new Error("aborted")));
        requests.push({ of, answer: resolve, fail: () => reject(new Error("failed")) });
        return promise;
      },
      getNextPageParam: ({ next }) => next,
    });
    const { isLoading, onMore } = useNextPage(query, name);
    return (
      <>
        <p>{query.data?.pages.map(({ rows }) => rows).join()}</p>
        {query.isRefetching && <p>Refetching</p>}
        <button onClick={onMore}>{isLoading ? "Loading" : "More"}</button>
      </>
    );
  }
  const client = createQueryClient();
  client.setQueryData(KEY, { pages: [FIRST], pageParams: [null] });
  client.setQueryData(["other"], { pages: [{ rows: "other", next: "o2" }], pageParams: [null] });
  const { rerender, unmount } = renderInApp(<List />, { client });
  const refetch = () => act(async () => void client.refetchQueries({ queryKey: KEY }));
  await refetch();
  await screen.findByText("Refetching");
  const press = () => fireEvent.click(screen.getByRole("button"));
  const expectRows = (rows: string) => screen.findByText(rows);
  const pagesAsked = () => requests.map(({ of }) => of);
  const settle = () => act(async () => new Promise((resolve) => setTimeout(resolve)));
  const signOut = () => {
    client.removeQueries({ queryKey: KEY });
    rerender(<List enabled={false} />);
  };
  const change = (name: string) => rerender(<List name={name} />);
  return { requests, refetch, change, press, expectRows, pagesAsked, settle, signOut, unmount };
}

test("a page requested twice during a refetch is loaded once, after it", async () => {
  const { requests, press, expectRows, pagesAsked } = await renderRefetched();
  press();
  press();
  expect(screen.getByRole("button").textContent).toBe("Loading");
  requests[0]?.answer(RENEWED!);
  await waitFor(() => expect(requests).toHaveLength(2));
  await expectRows("new");
  expect(screen.getByRole("button").textContent).toBe("Loading");
  requests[1]?.answer(LAST!);
  await expectRows("new,last");
  await screen.findByRole("button", { name: "More" });
  expect(pagesAsked()).toEqual([null, "2"]);
});

test("after a refetch that failed the next page follows the pages that are shown", async () => {
  const { requests, press, expectRows } = await renderRefetched();
  press();
  requests[0]?.fail();
  await waitFor(() => expect(requests).toHaveLength(2));
  requests[1]?.answer(LAST!);
  await expectRows("old,last");
});

test("a page that fails after the refetch can be requested again", async () => {
  const { requests, press, expectRows } = await renderRefetched();
  press();
  requests[0]?.answer(RENEWED!);
  await waitFor(() => expect(requests).toHaveLength(2));
  requests[1]?.fail();
  await screen.findByRole("button", { name: "More" });
  press();
  await waitFor(() => expect(requests).toHaveLength(3));
  requests[2]?.answer(LAST!);
  await expectRows("new,last");
});

test("a page is awaited through a second refetch that replaces the first", async () => {
  const { requests, refetch, press, expectRows, pagesAsked } = await renderRefetched();
  press();
  await refetch();
  requests[1]?.answer(RENEWED!);
  await waitFor(() => expect(requests).toHaveLength(3));
  requests[2]?.answer(LAST!);
  await expectRows("new,last");
  expect(pagesAsked()).toEqual([null, null, "2"]);
});

test("a page that a refetch cancels is requested again", async () => {
  const { requests, refetch, press, expectRows, pagesAsked } = await renderRefetched();
  requests[0]?.answer(RENEWED!);
  await expectRows("new");
  press();
  await waitFor(() => expect(requests).toHaveLength(2));
  await refetch();
  expect(screen.getByRole("button").textContent).toBe("Loading");
  requests[2]?.answer(FIRST!);
  await waitFor(() => expect(requests).toHaveLength(4));
  requests[3]?.answer(LAST!);
  await expectRows("old,last");
  expect(pagesAsked()).toEqual([null, "2", null, "2"]);
});

test("a page requested of one list is not loaded of the list that takes its place", async () => {
  const { requests, change, press, expectRows, settle } = await renderRefetched();
  press();
  change("other");
  await expectRows("other");
  await settle();
  expect(screen.getByRole("button").textContent).toBe("More");
  expect(requests.filter(({ of }) => of !== null)).toEqual([]);
});

test("a page that failed is not requested again by a later refetch", async () => {
  const { requests, refetch, press, expectRows, settle } = await renderRefetched();
  press();
  requests[0]?.fail();
  await waitFor(() => expect(requests).toHaveLength(2));
  requests[1]?.fail();
  await screen.findByRole("button", { name: "More" });
  await refetch();
  requests[2]?.answer(RENEWED!);
  await expectRows("new");
  await settle();
  expect(requests).toHaveLength(3);
});

test("after a refetch that ends the list nothing is requested", async () => {
  const { requests, press, expectRows, settle } = await renderRefetched();
  press();
  requests[0]?.answer(LAST!);
  await expectRows("last");
  await screen.findByRole("button", { name: "More" });
  await settle();
  expect(requests).toHaveLength(1);
});

test.each(["left", "signed out of"] as const)(
  "a list that is %s during the refetch requests nothing",
  async (how) => {
    const { requests, press, settle, signOut, unmount } = await renderRefetched();
    press();
    if (how === "left") unmount();
    else signOut();
    await settle();
    expect(requests).toHaveLength(1);
  },
);
