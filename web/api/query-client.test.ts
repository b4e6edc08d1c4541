import { onlineManager } from "@tanstack/react-query";
import { expect, onTestFinished, test } from "vitest";
import { INLINE_DATA_ID } from "#schema/queries.ts";
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
