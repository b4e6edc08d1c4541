import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "#web/api/query-client.ts";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { toggleHeart } from "./load-votes.ts";

const MODULE = "./hearts.mutations.ts";
const target = { type: "user", id: "GemHunter" } as const;
const shown = { voted: false, heartCount: 5 };

afterEach(() => {
  vi.doUnmock(MODULE);
  vi.resetModules();
  dismissToast();
});

test("a heart pressed before its code is loaded is sent once it is", async () => {
  const code = Promise.withResolvers<void>();
  const sent = vi.fn<() => Promise<void>>(async () => undefined);
  vi.doMock(MODULE, async () => {
    await code.promise;
    return { sendToggle: sent };
  });
  const client = createQueryClient();
  const press = toggleHeart(client, target, shown);
  expect(sent).not.toHaveBeenCalled();
  code.resolve();
  await press;
  expect(sent).toHaveBeenCalledExactlyOnceWith(client, target, shown);
});

test("a heart whose code cannot be fetched speaks of the connection, not of a vote", async () => {
  vi.doMock(MODULE, () => {
    throw new Error("Failed to fetch dynamically imported module");
  });
  await toggleHeart(createQueryClient(), target, shown);
  expect(toastStore.read()).toMatchObject({
    title: "Hearts could not be loaded",
    description: "Check your connection, then reload the page.",
    tone: "destructive",
  });
});
