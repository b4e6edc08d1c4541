import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { GoneMedia, RedgifsMedia, VideoMedia } from "#schema/media.ts";
import { eventually } from "#web/testing/eventually.ts";
import { type MediaServer, startMediaServer, streamMedia } from "#web/testing/media-server.ts";
import { goneMedia, postOf, redgifsMedia, videoFile, videoMedia } from "#web/testing/posts.ts";
import { downloadFailureSentence, TooLargeError } from "./download-failure.ts";
import { type DownloadItem, linkOf } from "./download-items.ts";
import { fetchMedia, type FetchOptions } from "./fetch-media.ts";
import { type Chunk, memoryFile, openScratchFile, type ScratchFile } from "./scratch-file.ts";

vi.mock("./scratch-file.ts", { spy: true });

let server: MediaServer;
beforeAll(async () => {
  server = await startMediaServer();
});
afterAll(() => server.close());
beforeEach(() => server.asked.clear());
afterEach(() => void vi.doUnmock("./remux.ts"));

const MISSING = "i.redd.it/nothing.jpg";
const THERE = "i.redd.it/citrineg.jpg";

const copiesAt = (...paths: string[]) => goneMedia(...paths.map(server.url));

/** Records in `events` when each file is opened and discarded. */
function noteFiles(events: string[], fileOf: () => ScratchFile = memoryFile): void {
  vi.mocked(openScratchFile).mockImplementation(async () => {
    const file = fileOf();
    events.push("opened");
    const discard = async () => {
      await new Promise(setImmediate);
      events.push("discarded");
    };
    return { ...file, discard };
  });
}

const save = (media: GoneMedia | RedgifsMedia | VideoMedia, change: Partial<FetchOptions> = {}) =>
  fetchMedia(media, {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...change,
  });

test("a kind of media that only a newer server knows has no file, and leads to its post", async () => {
  const media = { ...videoMedia, kind: "hologram" } as unknown as VideoMedia;
  await expect(save(media)).rejects.toThrow("Its host gives no file of it.");
  const post = postOf();
  expect(linkOf({ media, post } as DownloadItem)).toBe(post.redditUrl);
});

test("the file of a copy that cannot be read is discarded before the next copy is tried", async () => {
  const events: string[] = [];
  noteFiles(events);
  const { extension, content } = await save(copiesAt(MISSING, THERE));
  expect({ extension, isEmpty: content.size === 0 }).toEqual({ extension: "jpg", isEmpty: false });
  expect(events).toEqual(["opened", "discarded", "opened"]);
});

test("a full disk ends the attempt: no other copy is requested", async () => {
  const events: string[] = [];
  const full = Object.assign(new Error("no space"), { name: "QuotaExceededError" });
  const writable = () => new WritableStream<Chunk>({ write: () => Promise.reject(full) });
  noteFiles(events, () => ({ ...memoryFile(), writable: writable() }));
  await expect(save(copiesAt(THERE, "i.redd.it/sapphire.jpg"))).rejects.toBe(full);
  expect([...server.asked]).toEqual([THERE]);
  expect(events).toEqual(["opened", "discarded"]);
});

test("if no copy can be read, the last one's error is thrown", async () => {
  noteFiles([]);
  await expect(save(copiesAt(MISSING))).rejects.toThrow("Its host does not have it.");
  await expect(save(copiesAt())).rejects.toThrow("Its host gives no file of it.");
});

test.each([
  ["with sound is saved from its stream, which must have it", { hasAudio: true }, "sound"],
  ["that may have sound is saved from its stream", { hasAudio: null }, "stream"],
  ["without sound is saved as its best file", { hasAudio: false }, "720.mp4"],
  ["that loops is saved as its best file", { hasAudio: null, isLoop: true }, "720.mp4"],
  ["without a stream is saved as its best file", { hlsUrl: null }, "720.mp4"],
])("a video %s", async (_, change, saved) => {
  noteFiles([]);
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    return new Response("a file");
  });
  vi.doMock("./remux.ts", () => ({
    remuxStream: (_url: string, writable: WritableStream, options: { needsSound: boolean }) => {
      asked.push(options.needsSound ? "sound" : "stream");
      return writable.close();
    },
  }));
  const sources = ["720.mp4", "480.mp4"].map(videoFile);
  await save({ ...streamMedia(server, "v.redd.it/gemturn1"), sources, ...change });
  expect(asked).toEqual([saved]);
});

test.each([
  ["its best file", ["hd.mp4", "sd.mp4"], "hd.mp4"],
  ["its picture, if it has no files", [], "still.jpg"],
])("a RedGifs post is saved as %s", async (_, files, saved) => {
  noteFiles([]);
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    const videoUrls = files.map((file) => ({ url: file, type: "video/mp4", quality: "hd" }));
    const clip = { success: true, videoUrls, poster: "still.jpg" };
    return url.includes("/api/") ? Response.json(clip) : new Response("a file");
  });
  const { extension } = await save(redgifsMedia);
  expect(asked.slice(1)).toEqual([saved]);
  expect(saved.endsWith(`.${extension}`)).toBe(true);
});

test.each([
  ["by its length", { "content-length": "5000" }, 0],
  ["by its bytes, if the host does not send its length", {}, 2000],
])("a file larger than maxBytes is refused %s", async (_, headers, written) => {
  let size = 0;
  const count = (chunk: Chunk) => void (size += chunk instanceof Uint8Array ? chunk.length : 0);
  noteFiles([], () => ({ ...memoryFile(), writable: new WritableStream({ write: count }) }));
  const cancel = vi.fn<() => void>();
  const chunks = Array.from({ length: 5 }, () => new Uint8Array(1000));
  const pull = (body: ReadableStreamDefaultController) => {
    const chunk = chunks.pop();
    if (chunk) body.enqueue(chunk);
    else body.close();
  };
  const body = new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
  vi.stubGlobal("fetch", async () => new Response(body, { headers }));
  const running = save(copiesAt(THERE, MISSING), { maxBytes: 2500 });
  await expect(running).rejects.toBeInstanceOf(TooLargeError);
  expect(size).toBeLessThanOrEqual(written);
  expect(cancel).toHaveBeenCalledOnce();
});

test("a video is cancelled at once, even while the code for streams is loading", async () => {
  const events: string[] = [];
  noteFiles(events);
  vi.doMock("./remux.ts", () => new Promise(() => undefined));
  const controller = new AbortController();
  const running = save(streamMedia(server, "v.redd.it/gemturn1"), { signal: controller.signal });
  await eventually(() => expect(events).toEqual(["opened"]));
  controller.abort();
  await expect(running).rejects.toMatchObject({ name: "AbortError" });
  expect(events).toEqual(["opened", "discarded"]);
});

test("a missing chunk of ours is not blamed on the media's host", async () => {
  noteFiles([]);
  const message = "Failed to fetch dynamically imported module: https://app.example/remux.js";
  vi.doMock("./remux.ts", () => Promise.reject(new TypeError(message)));
  const failure = await save(streamMedia(server, "v.redd.it/gemturn1")).catch((error) => error);
  expect(downloadFailureSentence(failure)).toMatch(/^A part of this page .* reload the page\.$/);
});
