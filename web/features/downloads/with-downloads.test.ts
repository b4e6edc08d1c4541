import { expect, onTestFinished, test, vi } from "vitest";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { eventually } from "#web/testing/eventually.ts";
import { withDownloads } from "./with-downloads.ts";

test("a download whose code cannot be fetched says so", async () => {
  onTestFinished(() => dismissToast());
  vi.doMock("./jobs.ts", () => Promise.reject(new TypeError("Failed to fetch")));
  await withDownloads(() => {});
  await eventually(() =>
    expect(toastStore.read()).toMatchObject({
      title: "The download could not start",
      tone: "destructive",
    }),
  );
});

test("a download that fails at its start says so", async () => {
  onTestFinished(() => dismissToast());
  vi.doUnmock("./jobs.ts");
  vi.resetModules();
  await withDownloads(() => {
    throw new TypeError("of ours");
  });
  await eventually(() =>
    expect(toastStore.read()).toMatchObject({ title: "The download could not start" }),
  );
});
