import {
  ADTS,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  HLS,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MP3,
  MP4,
  MPEG_TS,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  UrlSource,
  type EncodedPacket,
} from "mediabunny";
import { HostError, hostError, NoFileError, TooLargeError } from "./download-failure.ts";
import { fetchFromHost } from "./fetch-from-host.ts";
import type { Chunk } from "./scratch-file.ts";

/** Per playlist and rendition. The library's default would hold 64 MB for each. */
const CACHE_BYTES = 8_000_000;
const CHUNK_BYTES = 1_000_000;
/** Since the last packet: a long video on a bad network breaks off often, but each time some of it has arrived. */
const MAX_RETRIES = 5;

export interface RemuxOptions {
  signal: AbortSignal;
  onProgress: (fraction: number) => void;
  /** Whether the post says that its video has sound. */
  needsSound: boolean;
  maxBytes?: number;
}

interface Lane {
  packets: AsyncGenerator<EncodedPacket, void>;
  next: EncodedPacket | null;
  add: (packet: EncodedPacket) => Promise<void>;
}

const advance = async (lane: Lane): Promise<void> => {
  const { value } = await lane.packets.next();
  lane.next = value ?? null;
};

async function videoLane(track: InputVideoTrack, output: Output): Promise<Lane> {
  const codec = await track.getCodec();
  const decoderConfig = await track.getDecoderConfig();
  if (!codec || !decoderConfig) throw new NoFileError("Its format cannot be saved here.");
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source, { rotation: await track.getRotation() });
  const packets = new EncodedPacketSink(track).packets();
  return { packets, next: null, add: (packet) => source.add(packet, { decoderConfig }) };
}

async function audioLane(track: InputAudioTrack, output: Output): Promise<Lane> {
  const codec = await track.getCodec();
  const decoderConfig = await track.getDecoderConfig();
  if (!codec || !decoderConfig)
    throw new NoFileError("The format of its sound cannot be saved here.");
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  const packets = new EncodedPacketSink(track).packets();
  return { packets, next: null, add: (packet) => source.add(packet, { decoderConfig }) };
}

const timeOf = (lane: Lane): number => lane.next?.timestamp ?? Infinity;

/** Interleaved by time: otherwise one track would be held in memory until the other is complete. */
async function copyPackets(lanes: readonly Lane[], onPacket: (packet: EncodedPacket) => void) {
  await Promise.all(lanes.map(advance));
  const start = Math.min(...lanes.map(timeOf));
  for (;;) {
    const lane = lanes.reduce((first, other) => (timeOf(other) < timeOf(first) ? other : first));
    const packet = lane.next;
    if (!packet) return;
    const copy = packet.clone({ timestamp: packet.timestamp - start });
    await lane.add(copy);
    onPacket(copy);
    await advance(lane);
  }
}

function openStream(url: string, signal: AbortSignal) {
  let retries = 0;
  const resetRetries = () => void (retries = 0);
  const getRetryDelay = (_attempts: number, error: unknown) => {
    if (error instanceof HostError) return null;
    retries += 1;
    return signal.aborted || retries > MAX_RETRIES ? null : 0.5 * retries;
  };
  // Disposing an input does not abort the requests for its renditions' playlists.
  const fetchFn: typeof fetch = async (input, init) => {
    const signals = init?.signal ? [signal, init.signal] : [signal];
    const response = await fetchFromHost(input, { ...init, signal: AbortSignal.any(signals) });
    // The library's own error names the status in a text for developers.
    if (!response.ok) throw hostError(response.status);
    return response;
  };
  const source = new UrlSource(url, { getRetryDelay, fetchFn, maxCacheSize: CACHE_BYTES });
  const input = new Input({ source, formats: [HLS, MP4, MPEG_TS, ADTS, MP3] });
  return { input, resetRetries };
}

async function copyTracks(
  { input, resetRetries }: ReturnType<typeof openStream>,
  output: Output,
  { signal, onProgress, needsSound, maxBytes = Infinity }: RemuxOptions,
): Promise<void> {
  const video = await input.getPrimaryVideoTrack();
  if (!video) throw new NoFileError("Its file has no video.");
  const audio = await video.getPrimaryPairableAudioTrack();
  if (!audio && needsSound) throw new NoFileError("Its sound is missing.");
  const lanes = [await videoLane(video, output)];
  if (audio) lanes.push(await audioLane(audio, output));
  const seconds = (await video.getDurationFromMetadata()) ?? 0;
  await output.start();
  let bytes = 0;
  await copyPackets(lanes, ({ timestamp, byteLength }) => {
    signal.throwIfAborted();
    resetRetries();
    bytes += byteLength;
    if (bytes > maxBytes) throw new TooLargeError(maxBytes);
    if (seconds > 0) onProgress(Math.min(1, timestamp / seconds));
  });
  await output.finalize();
}

/** Copies a stream's best video and its audio into one MP4, packet by packet, without re-encoding. */
export async function remuxStream(
  url: string,
  writable: WritableStream<Chunk>,
  options: RemuxOptions,
): Promise<void> {
  const { signal } = options;
  const stream = openStream(url, signal);
  const target = new StreamTarget(writable, { chunked: true, chunkSize: CHUNK_BYTES });
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target });
  const stop = () => stream.input.dispose();
  signal.addEventListener("abort", stop, { once: true });
  try {
    await copyTracks(stream, output, options);
  } catch (error) {
    await output.cancel().catch(() => undefined);
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
    stop();
  }
}
