import { expect, test, vi } from "vitest";
import { toastStore } from "#web/features/toasts/toast-store.ts";
import { postOf } from "#web/testing/posts.ts";
import { downloadPicture } from "./download-picture.ts";

test("a picture that does not end is given up, and opens in a tab", async () => {
  vi.stubGlobal("open", () => ({ opener: null }));
  const chunk = new Uint8Array(50_000_000);
  let sent = 0;
  const pull = (controller: ReadableStreamDefaultController) => {
    sent += 1;
    controller.enqueue(chunk);
  };
  vi.stubGlobal("fetch", async () => new Response(new ReadableStream({ pull })));
  await downloadPicture(postOf(), 0);
  expect(toastStore.read()?.description).toContain("200 MB");
  expect(sent).toBeLessThan(9);
});
