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
import { memoryFile, openScratchFile } from "./scratch-file.ts";
import { unlessAborted } from "./unless-aborted.ts";
import { writeZip, type ZipOptions } from "./write-zip.ts";

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

test("progress is shown every 100 ms, a new note at once, and none after Cancel", async () => {
  const now = vi.spyOn(performance, "now").mockReturnValue(0);
  const { promise: isWriting, resolve: begin } = Promise.withResolvers<ZipOptions>();
  vi.mocked(writeZip).mockImplementation((_items, _writable, options) => {
    begin(options);
    return unlessAborted(new Promise(() => undefined), options.signal);
  });
  const isOver = saveZip("posts.zip", [postOf(), postOf()]);
  expect(jobStore.read()).toMatchObject({ name: "posts.zip", fraction: null });
  const { onItem, onProgress, onWait } = await isWriting;
  const shownAt = (ms: number, show: () => void) => {
    now.mockReturnValue(ms);
    show();
    return jobStore.read();
  };
  expect(shownAt(1, () => onItem(1))).toMatchObject({ note: "File 2 of 2", fraction: 0.5 });
  expect(shownAt(100, () => onProgress(0.5))).toMatchObject({ fraction: 0.5 });
  expect(shownAt(101, () => onProgress(0.5))).toMatchObject({ fraction: 0.75 });
  expect(shownAt(200, () => onProgress(null))).toMatchObject({ fraction: 0.75 });
  expect(shownAt(200, () => onWait("Offline"))).toMatchObject({ note: "Offline", fraction: 0.5 });
  expect(shownAt(201, () => onProgress(null))).toMatchObject({
    note: "File 2 of 2",
    fraction: 0.5,
  });
  const job = jobStore.read();
  if (job?.state === "running") job.cancel();
  await isOver;
  expect(shownAt(900, () => onProgress(0.7))).toBeNull();
});

const discard = vi.fn<() => Promise<void>>();

/** Saves the posts as a ZIP that got `added` files and lacks those of `missing`. */
async function saveOf(added: number, missing = [postOf()], posts = missing): Promise<void> {
  const items = missing.flatMap(downloadItemsOf);
  const leftOut = items.map((item) => ({ item, why: "It has no file." }));
  vi.mocked(writeZip).mockResolvedValue({ added, leftOut });
  vi.mocked(openScratchFile).mockResolvedValueOnce({ ...memoryFile(), discard });
  discard.mockReset().mockResolvedValue();
  dismissToast();
  await saveZip("posts.zip", posts);
}

test("the toast of a saved ZIP counts the files that it leaves out", async () => {
  await saveOf(1);
  expect(toastStore.read()).toMatchObject({
    title: "Saved posts.zip",
    description: "1 file could not be added; a list is in the ZIP.",
  });
  await saveOf(1, [], [postOf()]);
  expect(toastStore.read()).toMatchObject({ title: "Saved posts.zip", description: undefined });
});

test("the browser has ten minutes to copy a ZIP before it is deleted here", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  await saveOf(1);
  vi.advanceTimersByTime(599_999);
  expect(discard).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(discard).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

test("a ZIP that got no file is deleted, and the card says why, with a link to a single post", async () => {
  const sentence = "None of the files could be saved.";
  await saveOf(0);
  expect(discard).toHaveBeenCalledOnce();
  const href = postOf().redditUrl;
  expect(jobStore.read()).toMatchObject({ state: "failed", name: "posts.zip", sentence, href });
  expect(toastStore.read()).toBeNull();
  await saveOf(0, [postOf(), postOf()]);
  expect(jobStore.read()).toMatchObject({ state: "failed", sentence, href: null });
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
