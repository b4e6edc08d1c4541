import { MutationObserver } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { createQueryClient } from "#web/api/query-client.ts";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { eventually } from "#web/testing/eventually.ts";
import { setHeart } from "./heart-cache.ts";
import { heartMutation } from "./hearts.mutations.ts";

afterEach(dismissToast);

test.each([
  [false, "Vote Failed", "Failed to vote for post"],
  [true, "Remove Vote Failed", "Failed to remove vote for post"],
])(
  "a post's failed vote has its own sentence, voted before: %s",
  async (voted, title, description) => {
    const client = createQueryClient();
    const calls = holdApiCalls();
    const post = { type: "post", id: "t3_abc12" } as const;
    const before = { voted, heartCount: 5 };
    setHeart(client, post, before);
    new MutationObserver(client, heartMutation(client, post)).mutate(before).catch(() => {});
    (await callTo(calls, "/vote")).answer("", 500);
    await eventually(() => expect(toastStore.read()).toMatchObject({ title, description }));
  },
);
