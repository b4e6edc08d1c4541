import { onlineManager } from "@tanstack/react-query";
import { expect, onTestFinished, test } from "vitest";
import { createQueryClient } from "./query-client.ts";

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
