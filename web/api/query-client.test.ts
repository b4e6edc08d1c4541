import { focusManager, onlineManager, QueryObserver } from "@tanstack/react-query";
import { expect, onTestFinished, test, vi } from "vitest";
import { INLINE_DATA_ID, queryKeys } from "#schema/queries.ts";
import { pause } from "#web/lib/pause.ts";
import { eventually } from "#web/testing/eventually.ts";
import { createQueryClient, seedFromPage } from "./query-client.ts";

test("offline, queries and mutations fail at once instead of waiting for the network", async () => {
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
  const client = createQueryClient();
  const offline = () => Promise.reject(new Error("offline"));
  const query = client.fetchQuery({ queryKey: ["x"], queryFn: offline });
  expect(client.getQueryState(["x"])?.fetchStatus).toBe("fetching");
  const mutation = client.getMutationCache().build(client, { mutationFn: offline });
  const sent = mutation.execute(undefined);
  expect(mutation.state.isPaused).toBe(false);
  await expect(query).rejects.toThrow("offline");
  await expect(sent).rejects.toThrow("offline");
});

test.each(["{", "null", '{"queries":7}'])("a page with invalid data, %s, fills nothing", (text) => {
  const client = createQueryClient();
  const asked: string[] = [];
  const page = {
    getElementById(id: string) {
      asked.push(id);
      return { textContent: text };
    },
  };
  seedFromPage(client, page as unknown as Document);
  expect(asked).toEqual([INLINE_DATA_ID]);
  expect(client.getQueryCache().getAll()).toEqual([]);
});

test("neither the return to the tab nor to the network requests shown data again, only the latter what failed", async () => {
  onTestFinished(() => focusManager.setFocused(undefined));
  const client = createQueryClient();
  client.mount();
  onTestFinished(() => client.unmount());
  const queryFn = vi.fn<(key: string) => Promise<string>>().mockRejectedValue(new Error("lost"));
  for (const key of ["shown", "failed"]) {
    if (key === "shown") client.setQueryData([key], "data");
    const observer = new QueryObserver(client, { queryKey: [key], queryFn: () => queryFn(key) });
    onTestFinished(observer.subscribe(() => undefined));
  }
  await eventually(() => expect(client.getQueryState(["failed"])?.status).toBe("error"));
  expect(queryFn.mock.calls).toEqual([["failed"]]);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await pause(0);
  expect(queryFn).toHaveBeenCalledTimes(1);
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await pause(0);
  expect(queryFn.mock.calls).toEqual([["failed"], ["failed"]]);
});

test("a query that is cancelled ends its call", async () => {
  const signals: AbortSignal[] = [];
  vi.stubGlobal("fetch", (_url: string, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return new Promise(() => undefined);
  });
  const client = createQueryClient();
  void client.fetchQuery({ queryKey: ["api", "x"] }).catch(() => undefined);
  await client.cancelQueries({ queryKey: ["api", "x"] });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});

test.each([
  ["navigate", 3],
  ["back_forward", 1],
])("a page of the navigation type %s fills the cache with %i of its entries", (type, count) => {
  const entries = [queryKeys.session(), queryKeys.preferences(), queryKeys.search("ann", "new")];
  const text = JSON.stringify({ queries: entries.map((key) => [key, "data"]) });
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ type }] as never);
  const client = createQueryClient();
  seedFromPage(client, { getElementById: () => ({ textContent: text }) } as unknown as Document);
  const known = client.getQueryCache().getAll();
  expect(known.map(({ queryKey }) => queryKey)).toEqual(entries.slice(-count));
});
