// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { eventually } from "#web/testing/eventually.ts";
import { imageMedia, postOf } from "#web/testing/posts.ts";
import { type Job, jobStore, setJob } from "./job-store.ts";
import { currentPicture, downloadPicture, fileName } from "./download-picture.ts";

const gallery = postOf({
  media: {
    kind: "gallery",
    items: [imageMedia, { ...imageMedia, image: { url: "two", width: 1, height: 1 } }],
  },
});

const open = vi.fn<() => { opener: unknown } | null>();

beforeEach(() => vi.stubGlobal("open", open));
afterEach(() => {
  vi.useRealTimers();
  dismissToast();
  setJob(null);
});

const notFound = () => Promise.resolve(new Response(null, { status: 404 }));

test.each([
  [notFound, "Its host does not have it."],
  [
    () => Promise.reject(new TypeError("Failed to fetch")),
    "Its host cannot be reached, or does not allow saving from here.",
  ],
])("a picture that cannot be read opens in a tab, and says why: %#", async (answer, why) => {
  const tab = { opener: "this page" as unknown };
  open.mockReturnValue(tab);
  vi.stubGlobal("fetch", answer);
  await downloadPicture(postOf(), 0);
  expect(open).toHaveBeenCalledWith(imageMedia.image.url, "_blank");
  expect(tab.opener, "the tab cannot reach this page").toBeNull();
  expect(toastStore.read()).toMatchObject({ title: "Opened in a new tab", description: why });
});

test("a picture whose host sends nothing is given up", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  open.mockReturnValue({ opener: null });
  vi.stubGlobal("fetch", (_url: string, { signal }: RequestInit) => {
    const { promise, reject } = Promise.withResolvers<never>();
    signal?.addEventListener("abort", () => reject(signal.reason));
    return promise;
  });
  const running = downloadPicture(postOf(), 0);
  await vi.advanceTimersByTimeAsync(30_000);
  await running;
  const description = "Its host sent nothing for 30 seconds.";
  expect(toastStore.read()).toMatchObject({ title: "Opened in a new tab", description });
});

test("offline, a picture's failure is shown and no tab is opened", async () => {
  open.mockReturnValue({ opener: null });
  vi.stubGlobal("navigator", { onLine: false });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await downloadPicture(postOf(), 0);
  expect(open).not.toHaveBeenCalled();
  expect(toastStore.read()).toMatchObject({
    title: "gemhunter-A-stone-in-the-river-abc12 could not be saved",
    description: "You are offline.",
    tone: "destructive",
  });
});

test("if the browser blocks the tab, the picture's address is offered as a link", async () => {
  open.mockReturnValue(null);
  vi.stubGlobal("fetch", notFound);
  await downloadPicture(postOf(), 0);
  await eventually(() =>
    expect(jobStore.read()).toEqual({
      state: "failed",
      name: "gemhunter-A-stone-in-the-river-abc12",
      sentence: "Its host does not have it.",
      href: imageMedia.image.url,
    }),
  );
  expect(toastStore.read()).toBeNull();
});

test("a running download keeps its card when saving a picture fails", async () => {
  const running: Job = { state: "running", name: "", note: "", fraction: 0, cancel: () => {} };
  setJob(running);
  open.mockReturnValue(null);
  vi.stubGlobal("fetch", notFound);
  await downloadPicture(postOf(), 0);
  await eventually(() =>
    expect(toastStore.read()).toMatchObject({
      title: "gemhunter-A-stone-in-the-river-abc12 could not be saved",
    }),
  );
  expect(jobStore.read()).toBe(running);
});

test("the gallery picture in view is downloaded", () => {
  expect(currentPicture(postOf(), 0)).toBe("https://i.redd.it/full.jpg");
  expect(currentPicture(gallery, 1)).toBe("two");
  expect(currentPicture(gallery, 9)).toBeNull();
});

test("a picture's file name has author, title, id, its number and the extension of its type", () => {
  expect(fileName(postOf(), 0, "image/png")).toBe("gemhunter-A-stone-in-the-river-abc12.png");
  expect(fileName(gallery, 1, "image/jpeg")).toBe("gemhunter-A-stone-in-the-river-abc12-2.jpg");
  expect(fileName(postOf({ username: "../a b", title: "" }), 0, "")).toBe("___a_b-abc12.jpg");
});
