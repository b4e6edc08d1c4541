import { strFromU8, unzipSync } from "fflate";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Post } from "#schema/api/posts.ts";
import type { ImageMedia, LinkMedia } from "#schema/media.ts";
import { eventually } from "#web/testing/eventually.ts";
import { type MediaServer, startMediaServer, streamMedia } from "#web/testing/media-server.ts";
import { goneMedia, postOf, redgifsMedia } from "#web/testing/posts.ts";
import { downloadItemsOf } from "./download-items.ts";
import { memoryFile } from "./scratch-file.ts";
import { writeZip } from "./write-zip.ts";

let server: MediaServer;
beforeAll(async () => {
  server = await startMediaServer();
});
afterAll(() => server.close());
afterEach(() => void vi.useRealTimers());

const image = (path: string): ImageMedia => ({
  kind: "image",
  image: { url: server.url(path), width: 0, height: 0 },
  srcset: [],
  caption: null,
});

const link: LinkMedia = {
  kind: "link",
  platform: "imgur",
  isEmbedded: false,
  url: "https://imgur.com/a/one",
  poster: null,
  width: 0,
  height: 0,
  caption: null,
};

async function zipOf(posts: Post[], change = {}) {
  const file = memoryFile();
  const options = {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onItem: () => undefined,
    onWait: () => undefined,
    limit: 10_000_000,
    ...change,
  };
  const result = await writeZip(posts.flatMap(downloadItemsOf), file.writable, options);
  return { result, files: unzipSync(await (await file.read()).bytes()) };
}

const sapphire = "i.redd.it/sapphire.jpg";
const citrine = "i.redd.it/citrineg.jpg";
const sizeOf = async (path: string) => (await (await fetch(server.url(path))).bytes()).length;

test("a gallery is a ZIP of its complete files in order", async () => {
  const post = postOf({ media: { kind: "gallery", items: [image(sapphire), image(citrine)] } });
  const { files, result } = await zipOf([post]);
  expect(Object.keys(files)).toEqual([
    "gemhunter-A-stone-in-the-river-abc12-1.jpg",
    "gemhunter-A-stone-in-the-river-abc12-2.jpg",
  ]);
  expect(Object.values(files).map(({ length }) => length)).toEqual([
    await sizeOf(sapphire),
    await sizeOf(citrine),
  ]);
  expect(result).toEqual({ added: 2, leftOut: [] });
});

test("files that cannot be read are listed with their links, and the others are added", async () => {
  const posts = [
    postOf({ id: "t3_one", media: image(sapphire) }),
    postOf({ id: "t3_two", media: image("i.redd.it/nothing.jpg") }),
    postOf({ id: "t3_three", media: link }),
    postOf({ id: "t3_four", media: streamMedia(server, "v.redd.it/gemturn1") }),
    postOf({ id: "t3_five", media: streamMedia(server, "v.redd.it/nothing") }),
  ];
  const { files, result } = await zipOf(posts);
  expect(Object.keys(files)).toEqual([
    "gemhunter-A-stone-in-the-river-one.jpg",
    "gemhunter-A-stone-in-the-river-four.mp4",
    "not-included.txt",
  ]);
  expect(result).toMatchObject({ added: 2, leftOut: [{}, {}, {}] });
  const list = strFromU8(files["not-included.txt"] ?? new Uint8Array());
  expect(list).toContain("https://imgur.com/a/one\r\nIt can only be opened at its host.");
  expect(list).toContain(`${server.url("i.redd.it/nothing.jpg")}\r\nIts host does not have it.`);
  expect(list).toMatch(/-five\r\n.*\r\nIts host does not have it\./);
});

test.each([
  ["before its first byte", 0],
  ["in the middle", 1000],
])("a file whose host falls silent %s is listed, and the others are added", async (_, bytes) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  server.silentAfter.set(sapphire, bytes);
  const posts = [sapphire, citrine].map((path) =>
    postOf({ id: `t3_${path.slice(10, 13)}`, media: image(path) }),
  );
  const running = zipOf(posts);
  await eventually(() => expect(server.silentAfter.size).toBe(0));
  await vi.advanceTimersByTimeAsync(30_000);
  const { files, result } = await running;
  expect(Object.keys(files)).toEqual([
    "gemhunter-A-stone-in-the-river-cit.jpg",
    "not-included.txt",
  ]);
  expect(result.leftOut).toMatchObject([{ why: "Its host sent nothing for 30 seconds." }]);
});

test("for a host that has shut down Reddit's copy is saved, if there is one", async () => {
  const posts = [
    postOf({ id: "t3_kept", media: goneMedia(server.url(sapphire)) }),
    postOf({ id: "t3_lost", media: goneMedia() }),
  ];
  const { files, result } = await zipOf(posts);
  expect(Object.keys(files)).toEqual([
    "gemhunter-A-stone-in-the-river-kept.jpg",
    "not-included.txt",
  ]);
  expect(result.leftOut).toMatchObject([
    { item: { post: { id: "t3_lost" } }, why: "It can only be opened at its host." },
  ]);
});

test("a ZIP stops at its size limit and lists the files that did not fit", async () => {
  const limit = await sizeOf(sapphire);
  const posts = ["t3_one", "t3_two"].map((id) => postOf({ id, media: image(sapphire) }));
  const { files, result } = await zipOf(posts, { limit });
  expect(Object.keys(files)).toEqual([
    "gemhunter-A-stone-in-the-river-one.jpg",
    "not-included.txt",
  ]);
  expect(result.leftOut).toMatchObject([{ why: expect.stringContaining("The ZIP is limited") }]);
});

test("a file that is too large for the rest of a ZIP is not downloaded to its end", async () => {
  const limit = (await sizeOf(sapphire)) + 1000;
  server.silentAfter.set(citrine, 2000);
  const posts = [sapphire, citrine].map((path) => postOf({ media: image(path) }));
  const { result } = await zipOf(posts, { limit });
  expect(result.leftOut).toMatchObject([{ why: expect.stringContaining("The ZIP is limited") }]);
});

test("a cancelled ZIP rejects with the abort reason and requests no further file", async () => {
  const controller = new AbortController();
  const posts = [sapphire, citrine].map((path, index) =>
    postOf({ id: `t3_${index}`, media: image(path) }),
  );
  server.asked.clear();
  const onProgress = () => controller.abort();
  const running = zipOf(posts, { signal: controller.signal, onProgress });
  await expect(running).rejects.toMatchObject({ name: "AbortError" });
  expect([...server.asked]).toEqual([sapphire]);
});

test("a ZIP whose videos need a missing chunk asks for a reload before it requests a file; one of pictures needs none", async () => {
  vi.doMock("./remux.ts", () => Promise.reject(new TypeError("Failed to fetch")));
  expect((await zipOf([postOf({ media: image(sapphire) })])).result.added).toBe(1);
  const posts = [image(sapphire), streamMedia(server, "v.redd.it/gemturn1")].map((media) =>
    postOf({ media }),
  );
  server.asked.clear();
  const ended = zipOf(posts).finally(() => vi.doUnmock("./remux.ts"));
  await expect(ended).rejects.toThrow("A part of this page could not be loaded.");
  expect([...server.asked]).toEqual([]);
});

/** Every request fails until the returned function is called. */
function goOffline(): () => void {
  const connection = { onLine: false };
  const events = new EventTarget();
  const online = fetch;
  vi.stubGlobal("navigator", connection);
  vi.stubGlobal("addEventListener", events.addEventListener.bind(events));
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    if (!connection.onLine) throw new TypeError("Failed to fetch");
    return online(url, init);
  });
  return () => {
    connection.onLine = true;
    events.dispatchEvent(new Event("online"));
  };
}

test("a ZIP waits while the browser is offline, and then tries the same file again", async () => {
  const goOnline = goOffline();
  const notes: string[] = [];
  const onWait = (note: string) => {
    notes.push(note);
    setTimeout(goOnline);
  };
  const posts = [sapphire, citrine].map((path) => postOf({ id: `t3_${path}`, media: image(path) }));
  const { result } = await zipOf(posts, { onWait });
  expect(result).toEqual({ added: 2, leftOut: [] });
  expect(notes).toEqual(["Offline: waiting for the network"]);
});

/** Our API refuses the first of `refusals` look-ups of a RedGifs clip. */
function limitLookups(refusals: number): void {
  const media = fetch;
  const lookup = [{ url: server.url(sapphire), type: "video/mp4", quality: "hd" }];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    if (!url.startsWith("/api/")) return media(url, init);
    refusals -= 1;
    if (refusals < 0) return Response.json({ success: true, videoUrls: lookup, poster: null });
    const message = "You are searching faster than our sources allow.";
    const refusal = { success: false, error: "search.too_many", message };
    return Response.json(refusal, { status: 429, headers: { "retry-after": "41" } });
  });
}

test("past our rate limit a ZIP waits as long as the answer says", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  limitLookups(2);
  const onWait = vi.fn<(note: string) => void>();
  const running = zipOf([postOf({ media: redgifsMedia })], { onWait });
  await eventually(() => expect(onWait).toHaveBeenCalledOnce());
  await vi.advanceTimersByTimeAsync(41_000);
  await eventually(() => expect(onWait).toHaveBeenCalledTimes(2));
  await vi.advanceTimersByTimeAsync(41_000);
  expect((await running).result).toEqual({ added: 1, leftOut: [] });
  expect(onWait).toHaveBeenLastCalledWith("Too many requests: waiting 41 seconds");
});

test("a file is left out after five waits, and the others are added", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  limitLookups(6);
  const onWait = vi.fn<(note: string) => void>();
  const posts = [redgifsMedia, image(citrine)].map((media) => postOf({ media }));
  const running = zipOf(posts, { onWait });
  for (let waits = 1; waits <= 5; waits += 1) {
    await eventually(() => expect(onWait).toHaveBeenCalledTimes(waits));
    await vi.advanceTimersByTimeAsync(41_000);
  }
  const { result } = await running;
  expect(result).toMatchObject({ added: 1, leftOut: [{ item: { media: redgifsMedia } }] });
});

test.each([
  ["an outage", () => void goOffline(), () => image(citrine)],
  ["a rate limit", () => limitLookups(1), () => redgifsMedia],
])("a cancelled ZIP does not wait for the end of %s", async (_, begin, mediaOf) => {
  begin();
  const controller = new AbortController();
  const onWait = () => void setTimeout(() => controller.abort());
  const running = zipOf([postOf({ media: mediaOf() })], { signal: controller.signal, onWait });
  await expect(running).rejects.toMatchObject({ name: "AbortError" });
});
