import { BlobSource, EncodedPacketSink, Input, MP4, type InputTrack } from "mediabunny";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { eventually } from "#web/testing/eventually.ts";
import { type MediaServer, startMediaServer } from "#web/testing/media-server.ts";
import { downloadFailureSentence, TooLargeError } from "./download-failure.ts";
import { remuxStream } from "./remux.ts";
import { memoryFile } from "./scratch-file.ts";

let server: MediaServer;
beforeAll(async () => {
  server = await startMediaServer();
});
afterAll(() => server.close());
afterEach(() => {
  server.cutAfter = Infinity;
  server.refused.clear();
  vi.useRealTimers();
});

const open = (content: Blob) => new Input({ source: new BlobSource(content), formats: [MP4] });

async function packetSizes(track: InputTrack): Promise<number[]> {
  const sizes: number[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) sizes.push(packet.byteLength);
  return sizes;
}

async function tracksOf(input: Input) {
  const tracks = await input.getTracks();
  return Promise.all(
    tracks.map(async (track) => ({
      type: track.type,
      codec: await track.getCodecParameterString(),
      start: await track.getFirstTimestamp(),
      seconds: await track.computeDuration(),
      sizes: await packetSizes(track),
    })),
  );
}

async function original(path: string) {
  const [track] = await tracksOf(open(await (await fetch(server.url(path))).blob()));
  if (!track) throw new Error(`${path} has no track`);
  return track;
}

const options = (change = {}) => ({
  signal: new AbortController().signal,
  onProgress: () => undefined,
  needsSound: true,
  ...change,
});

test("a stream becomes one MP4 of its best picture and its sound, packet by packet", async () => {
  const file = memoryFile();
  const progress: number[] = [];
  const onProgress = (fraction: number) => void progress.push(fraction);
  await remuxStream(server.url("v.redd.it/gemturn1/HLSPlaylist.m3u8"), file.writable, {
    ...options(),
    onProgress,
  });
  const input = open(await file.read());
  const tracks = await tracksOf(input);
  const picture = await original("v.redd.it/gemturn1/CMAF_720.mp4");
  const sound = await original("v.redd.it/gemturn1/CMAF_AUDIO_64.mp4");
  expect(tracks.map(({ type, codec }) => [type, codec])).toEqual([
    ["video", picture.codec],
    ["audio", "mp4a.40.2"],
  ]);
  expect(tracks[0]?.sizes).toEqual(picture.sizes);
  expect(tracks[1]?.sizes).toEqual(sound.sizes);
  expect(
    tracks.map(({ start }) => start),
    "they start together",
  ).toEqual([0, 0]);
  expect(tracks[0]?.seconds).toBeCloseTo(picture.seconds - picture.start);
  expect(progress.at(-1)).toBeGreaterThan(0.9);
  expect(server.asked).not.toContain("v.redd.it/gemturn1/CMAF_480.mp4");
});

test("a stream without sound is accepted, unless the post has sound", async () => {
  const url = server.url("v.redd.it/causticv/HLSPlaylist.m3u8");
  const file = memoryFile();
  await remuxStream(url, file.writable, options({ needsSound: false }));
  expect((await tracksOf(open(await file.read()))).map(({ type }) => type)).toEqual(["video"]);
  await expect(remuxStream(url, memoryFile().writable, options())).rejects.toThrow(
    "Its sound is missing.",
  );
});

test("a cancelled download rejects with the abort reason and reads no further", async () => {
  server.cutAfter = 30_000;
  const controller = new AbortController();
  const askedAfter: string[] = [];
  const fromServer = fetch;
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    if (controller.signal.aborted) askedAfter.push(url);
    return fromServer(url, init);
  });
  const onProgress = () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    controller.abort();
  };
  const running = remuxStream(
    server.url("v.redd.it/gemturn1/HLSPlaylist.m3u8"),
    memoryFile().writable,
    options({ signal: controller.signal, onProgress }),
  );
  await expect(running).rejects.toMatchObject({ name: "AbortError" });
  // Longer than the pauses between tries.
  await vi.advanceTimersByTimeAsync(60_000);
  expect(askedAfter).toEqual([]);
});

test("a download that was cancelled before it starts requests nothing", async () => {
  server.asked.clear();
  const signal = AbortSignal.abort();
  const url = server.url("v.redd.it/gemturn1/HLSPlaylist.m3u8");
  await expect(remuxStream(url, memoryFile().writable, options({ signal }))).rejects.toMatchObject({
    name: "AbortError",
  });
  expect([...server.asked]).toEqual([]);
});

test("a download is cancelled at once, even while the host of a rendition is silent", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  server.silentAfter.set("v.redd.it/gemturn1/HLS_720.m3u8", 0);
  const controller = new AbortController();
  const { signal } = controller;
  const url = server.url("v.redd.it/gemturn1/HLSPlaylist.m3u8");
  const running = remuxStream(url, memoryFile().writable, options({ signal }));
  await eventually(() => expect(server.silentAfter.size).toBe(0));
  controller.abort();
  await expect(running).rejects.toMatchObject({ name: "AbortError" });
});

test("a stream larger than maxBytes is not read to its end", async () => {
  const progress: number[] = [];
  const onProgress = (fraction: number) => void progress.push(fraction);
  const running = remuxStream(
    server.url("v.redd.it/gemturn1/HLSPlaylist.m3u8"),
    memoryFile().writable,
    options({ maxBytes: 50_000, onProgress }),
  );
  await expect(running).rejects.toBeInstanceOf(TooLargeError);
  expect(progress.at(-1)).toBeLessThan(0.5);
});

test.each([
  ["HLSPlaylist.m3u8", 404, "Its host does not have it."],
  ["HLSPlaylist.m3u8", 403, "Its host does not allow saving from here."],
  ["HLSPlaylist.m3u8", 503, "Its host answered with an error (503)."],
  ["HLS_720.m3u8", 410, "Its host no longer has it."],
  ["CMAF_720.mp4", 403, "Its host does not allow saving from here."],
  ["CMAF_AUDIO_64.mp4", 404, "Its host does not have it."],
])(
  "a stream whose %s is answered with %d fails with what its host said",
  async (file, status, sentence) => {
    const folder = "v.redd.it/gemturn1";
    server.refused.set(`${folder}/${file}`, status);
    const url = server.url(`${folder}/HLSPlaylist.m3u8`);
    const error: unknown = await remuxStream(url, memoryFile().writable, options()).catch(
      (failure: unknown) => failure,
    );
    expect(downloadFailureSentence(error)).toBe(sentence);
  },
);

test("a connection that breaks many times, but brings data each time, saves the whole stream", async () => {
  server.cutAfter = 30_000;
  const file = memoryFile();
  const url = server.url("v.redd.it/gemturn1/HLSPlaylist.m3u8");
  await remuxStream(url, file.writable, options()).finally(() => (server.cutAfter = Infinity));
  const [picture] = await tracksOf(open(await file.read()));
  expect(picture?.sizes).toEqual((await original("v.redd.it/gemturn1/CMAF_720.mp4")).sizes);
});

test("a stream whose host falls silent is resumed where it stopped", async () => {
  const { sizes } = await original("v.redd.it/gemturn1/CMAF_720.mp4");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  server.silentAfter.set("v.redd.it/gemturn1/HLS_720.m3u8", 100);
  const file = memoryFile();
  const url = server.url("v.redd.it/gemturn1/HLSPlaylist.m3u8");
  const running = remuxStream(url, file.writable, options());
  await eventually(() => expect(server.silentAfter.size).toBe(0));
  await vi.advanceTimersByTimeAsync(31_000);
  await running;
  const [picture] = await tracksOf(open(await file.read()));
  expect(picture?.sizes).toEqual(sizes);
});
