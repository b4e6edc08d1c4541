import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputTrack,
  MP4,
  Mp4OutputFormat,
  Output,
} from "mediabunny";
import { root } from "#tools/files.ts";

const FILES = join(root, "sample/media/files/v.redd.it/gemturn1");
const SEGMENT_SECONDS = 2;
const FRAMES_A_SECOND = 25;

/** A fragment that is repeated with later times: a stream of any length from a few megabytes. */
interface Rendition {
  head: Buffer;
  fragment: Buffer;
  /** The offset of the fragment's start time, and its duration, both in the track's timescale. */
  timeAt: number;
  duration: bigint;
  seconds: number;
}

interface Box {
  type: string;
  start: number;
  end: number;
}

function boxesOf(file: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let start = 0; start < file.length;) {
    const end = start + file.readUInt32BE(start);
    boxes.push({ type: file.toString("latin1", start + 4, start + 8), start, end });
    start = end;
  }
  return boxes;
}

/** The timescale from `mdhd`, which has two times of 32 bits in version 0 and of 64 bits in version 1. */
function timescaleOf(head: Buffer): number {
  const at = head.indexOf("mdhd");
  return head.readUInt32BE(at + (head[at + 4] === 1 ? 24 : 16));
}

/** In `tfdt` version 1: four bytes each of name and of version with flags, then the time. */
const timePlace = (fragment: Buffer) => fragment.indexOf("tfdt") + 8;

function renditionOf(file: Buffer): Rendition {
  const boxes = boxesOf(file);
  const [first, second] = boxes.filter(({ type }) => type === "moof");
  if (!first || !second) throw new Error("the generated file has too few fragments");
  const fragment = file.subarray(first.start, second.start);
  const next = file.subarray(second.start);
  const timeAt = timePlace(fragment);
  if (fragment[timeAt - 4] !== 1) throw new Error("the generated times have 32 bits");
  const duration = next.readBigUInt64BE(timePlace(next)) - fragment.readBigUInt64BE(timeAt);
  const head = file.subarray(0, first.start);
  return { head, fragment, timeAt, duration, seconds: Number(duration) / timescaleOf(head) };
}

/** An H.264 frame, padded to `bytes` with filler data (NAL unit type 12), which players skip. */
function padded(frame: Uint8Array, bytes: number): Uint8Array {
  const filler = Buffer.alloc(Math.max(6, bytes - frame.length), 0xff);
  filler.writeUInt32BE(filler.length - 4, 0);
  filler[4] = 0x0c;
  filler[filler.length - 1] = 0x80;
  return Buffer.concat([frame, filler]);
}

async function packetsOf(track: InputTrack): Promise<EncodedPacket[]> {
  const packets: EncodedPacket[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet);
  return packets;
}

const inputOf = async (file: string) =>
  new Input({ source: new BufferSource(await readFile(join(FILES, file))), formats: [MP4] });

const fragmented = () =>
  new Output({
    format: new Mp4OutputFormat({
      fastStart: "fragmented",
      minimumFragmentDuration: SEGMENT_SECONDS,
    }),
    target: new BufferTarget(),
  });

async function finish(output: Output<Mp4OutputFormat, BufferTarget>): Promise<Rendition> {
  await output.finalize();
  return renditionOf(Buffer.from(output.target.buffer ?? new ArrayBuffer(0)));
}

/** The sample's first frame, repeated. */
async function pictures(bytesOfSegment: number): Promise<Rendition> {
  const track = await (await inputOf("CMAF_240.mp4")).getPrimaryVideoTrack();
  const decoderConfig = await track?.getDecoderConfig();
  const [key] = track ? await packetsOf(track) : [];
  if (!key || !decoderConfig) throw new Error("the sample has no picture");
  const output = fragmented();
  const source = new EncodedVideoPacketSource("avc");
  output.addVideoTrack(source);
  await output.start();
  const frames = SEGMENT_SECONDS * FRAMES_A_SECOND;
  const data = padded(key.data, Math.round(bytesOfSegment / frames));
  for (let at = 0; at < 3 * frames; at += 1) {
    const packet = new EncodedPacket(data, "key", at / FRAMES_A_SECOND, 1 / FRAMES_A_SECOND);
    await source.add(packet, { decoderConfig });
  }
  return finish(output);
}

async function sound(): Promise<Rendition> {
  const track = await (await inputOf("CMAF_AUDIO_64.mp4")).getPrimaryAudioTrack();
  const decoderConfig = await track?.getDecoderConfig();
  const [first] = track ? await packetsOf(track) : [];
  if (!first || !decoderConfig) throw new Error("the sample has no sound");
  const output = fragmented();
  const source = new EncodedAudioPacketSource("aac");
  output.addAudioTrack(source);
  await output.start();
  for (let at = 0; at * first.duration < 3 * SEGMENT_SECONDS + 1; at += 1) {
    const packet = first.clone({ timestamp: at * first.duration });
    await source.add(packet, { decoderConfig });
  }
  return finish(output);
}

function segmentOf({ fragment, timeAt, duration }: Rendition, at: number): Buffer {
  const segment = Buffer.from(fragment);
  segment.writeBigUInt64BE(BigInt(at) * duration, timeAt);
  return segment;
}

const listOf = (name: string, { seconds }: Rendition, segments: number): string =>
  [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    `#EXT-X-TARGETDURATION:${SEGMENT_SECONDS + 1}`,
    "#EXT-X-PLAYLIST-TYPE:VOD",
    `#EXT-X-MAP:URI="${name}-head.mp4"`,
    ...Array.from({ length: segments }, (_, at) => [
      `#EXTINF:${seconds.toFixed(5)},`,
      `${name}-${at}.m4s`,
    ]).flat(),
    "#EXT-X-ENDLIST",
  ].join("\n");

const MASTER = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",DEFAULT=YES,AUTOSELECT=YES,URI="sound.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=8000000,CODECS="avc1.42c01e,mp4a.40.2",AUDIO="a"
picture.m3u8
`;

/** Sends the body, or the part of it that `range` names. To the page this server is another host, so it needs CORS. */
function send(response: ServerResponse, body: Buffer, range = ""): void {
  response.setHeader("access-control-allow-origin", "*");
  response.setHeader("access-control-expose-headers", "content-range");
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  if (!first) return void response.end(body);
  const to = Math.min(Number(last || Infinity), body.length - 1);
  response.writeHead(206, { "content-range": `bytes ${first}-${to}/${body.length}` });
  response.end(body.subarray(Number(first), to + 1));
}

interface LargeStream {
  segments: number;
  bytesOfSegment: number;
  /** Called before each video segment is sent. */
  onSegment: (at: number) => Promise<void>;
}

const FILE = /\/(HLSPlaylist\.m3u8|(?:picture|sound)[.-][\w.]+)(?:\?|$)/;

/**
 * Replaces the page's HLS streams by a stream of `segments` segments, with sound. They come from a server, because
 * Playwright's own answers are text in base64, a third larger and several times slower.
 */
export async function serveLargeStream(
  page: Page,
  { segments, bytesOfSegment, onSegment }: LargeStream,
): Promise<void> {
  const renditions = { picture: await pictures(bytesOfSegment), sound: await sound() };
  const bodyOf = (file: string): Buffer => {
    if (file === "HLSPlaylist.m3u8") return Buffer.from(MASTER);
    const [, name, part] = /^(picture|sound)[.-](\w+)/.exec(file) ?? [];
    const rendition = renditions[name as keyof typeof renditions];
    if (part === "m3u8") return Buffer.from(listOf(name ?? "", rendition, segments));
    return part === "head" ? rendition.head : segmentOf(rendition, Number(part));
  };
  const server = createServer(async ({ url = "", headers }, response) => {
    const file = url.slice(1);
    const [, at] = /^picture-(\d+)/.exec(file) ?? [];
    if (at) await onSegment(Number(at));
    send(response, bodyOf(file), headers.range);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  page.once("close", () => server.close());
  const { port } = server.address() as AddressInfo;
  await page.route(FILE, (route) =>
    route.continue({ url: `http://127.0.0.1:${port}/${FILE.exec(route.request().url())?.[1]}` }),
  );
}
