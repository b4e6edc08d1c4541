// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { eventually } from "#web/testing/eventually.ts";
import { imageMedia, postOf } from "#web/testing/posts.ts";
import { zipLimit } from "./zip-limit.ts";
import { downloadItemsOf } from "./download-items.ts";
import { fetchMedia } from "./fetch-media.ts";
import { jobStore } from "./job-store.ts";
import { askForZip, saveZip, savePost } from "./jobs.ts";
import { openScratchFile } from "./scratch-file.ts";
import { unlessAborted } from "./unless-aborted.ts";
import { writeZip } from "./write-zip.ts";

vi.mock("./zip-limit.ts", { spy: true });
vi.mock("./fetch-media.ts", { spy: true });
vi.mock("./scratch-file.ts", { spy: true });
vi.mock("./write-zip.ts", { spy: true });

/** Whether the browser asks before it leaves the page. */
const isAsked = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("the card says at once what a ZIP waits for; meanwhile a second one is refused, and leaving the page asks first", async () => {
  vi.mocked(writeZip).mockImplementation((_items, _writable, { onItem, onWait, signal }) => {
    onItem(0);
    onWait("Offline: waiting for the network");
    return unlessAborted(new Promise(() => undefined), signal);
  });
  void saveZip("posts.zip", [postOf()]);
  await eventually(() => screen.getByText("Offline: waiting for the network"));
  expect(isAsked()).toBe(true);
  void saveZip("other.zip", [postOf()]);
  expect(toastStore.read()?.title).toBe("One download at a time");
  await askForZip([postOf()], "all");
  expect(jobStore.read()?.state, "no question takes the place of the card").toBe("running");
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await eventually(() => expect(jobStore.read()).toBeNull());
  expect(isAsked()).toBe(false);
});

const saveOf = async (added: number) => {
  const leftOut = downloadItemsOf(postOf()).map((item) => ({ item, why: "It has no file." }));
  vi.mocked(writeZip).mockResolvedValue({ added, leftOut });
  dismissToast();
  await saveZip("posts.zip", [postOf()]);
};

test("the toast of a saved ZIP counts the files that it leaves out", async () => {
  await saveOf(1);
  expect(toastStore.read()).toMatchObject({
    title: "Saved posts.zip",
    description: "1 file could not be added; a list is in the ZIP.",
  });
});

test("a ZIP that got no file is not saved, and the card says why", async () => {
  await saveOf(0);
  expect(jobStore.read()).toMatchObject({
    state: "failed",
    sentence: "None of the files could be saved.",
  });
  expect(toastStore.read()).toBeNull();
});

test("if the browser does not say how much it can store, the download fails and leaves no file behind", async () => {
  vi.mocked(zipLimit).mockRejectedValueOnce(new TypeError("no estimate"));
  vi.mocked(openScratchFile).mockClear();
  await saveZip("posts.zip", [postOf()]);
  expect(jobStore.read()?.state).toBe("failed");
  expect(openScratchFile).not.toHaveBeenCalled();
});

test("of a gallery the item in view is saved", async () => {
  const discard = async () => {};
  const saved = { content: new Blob(), extension: "mp4", discard };
  const fetched = vi.mocked(fetchMedia).mockResolvedValue(saved);
  const items = [imageMedia, { ...imageMedia, caption: "The second" }];
  await savePost(postOf({ media: { kind: "gallery", items } }), 1);
  expect(fetched.mock.calls.map(([media]) => media)).toEqual([items[1]]);
  expect(toastStore.read()?.title).toMatch(/^Saved .*-2\.mp4$/);
});
