import type { RedgifsResponse } from "#schema/api/redgifs.ts";
import type { SingleMedia, VideoMedia } from "#schema/media.ts";
import { queryKeys } from "#schema/queries.ts";
import { pathOfKey, request } from "#web/api/client.ts";
import {
  hostError,
  isDiskFull,
  NoFileError,
  refusePage,
  TooLargeError,
} from "./download-failure.ts";
import { extensionOf } from "./extension.ts";
import { fetchFromHost } from "./fetch-from-host.ts";
import { importPart } from "./import-part.ts";
import { type Chunk, openScratchFile, type ScratchFile } from "./scratch-file.ts";

export interface FetchOptions {
  signal: AbortSignal;
  /** Null if the host does not send the length. */
  onProgress: (fraction: number | null) => void;
  /** A larger file is not downloaded to its end: it rejects with a TooLargeError. */
  maxBytes?: number;
}

export interface FetchedFile {
  content: Blob;
  extension: string;
  discard: () => Promise<void>;
}

type Writer = (writable: WritableStream<Chunk>) => Promise<string>;

function countBytes(total: number, { onProgress, maxBytes = Infinity }: FetchOptions) {
  let done = 0;
  return new TransformStream<Uint8Array<ArrayBuffer>, Chunk>({
    transform(chunk, controller) {
      done += chunk.length;
      if (done > maxBytes || total > maxBytes) throw new TooLargeError(maxBytes);
      onProgress(total > 0 ? Math.min(1, done / total) : null);
      controller.enqueue(chunk);
    },
  });
}

/** A writer resolves to the file's extension. */
const writeUrl =
  (url: string, fallback: string, options: FetchOptions): Writer =>
  async (writable) => {
    const { signal } = options;
    const response = await fetchFromHost(url, { signal });
    if (!response.ok || !response.body) throw hostError(response.status);
    const type = response.headers.get("content-type") ?? "";
    refusePage(type);
    const total = Number(response.headers.get("content-length"));
    await response.body.pipeThrough(countBytes(total, options)).pipeTo(writable, { signal });
    return extensionOf(type, url, fallback);
  };

export const importRemux = (signal: AbortSignal) => importPart(import("./remux.ts"), signal);

const writeStream =
  (url: string, needsSound: boolean, options: FetchOptions): Writer =>
  async (writable) => {
    const { remuxStream } = await importRemux(options.signal);
    await remuxStream(url, writable, { ...options, needsSound });
    return "mp4";
  };

function videoWriters(media: VideoMedia, options: FetchOptions): Writer[] {
  const { hlsUrl, hasAudio, isLoop } = media;
  const files = media.sources.map(({ url }) => writeUrl(url, "mp4", options));
  const isSilent = isLoop || hasAudio === false;
  if (!hlsUrl) return files;
  // Reddit's files have no sound: they are the whole video only if it is silent.
  const stream = writeStream(hlsUrl, hasAudio === true, options);
  return isSilent ? [...files, stream] : [stream];
}

async function redgifsWriters(id: string, options: FetchOptions): Promise<Writer[]> {
  const { signal } = options;
  const clip = await request<RedgifsResponse>(pathOfKey(queryKeys.redgifs(id)), { signal });
  const files = clip.videoUrls.map(({ url }) => writeUrl(url, "mp4", options));
  if (files.length > 0 || !clip.poster) return files;
  return [writeUrl(clip.poster, "jpg", options)];
}

/** In the order in which they are tried. */
async function writersOf(media: SingleMedia, options: FetchOptions): Promise<Writer[]> {
  switch (media.kind) {
    case "image":
      return [writeUrl(media.image.url, "jpg", options)];
    case "video":
      return videoWriters(media, options);
    case "redgifs":
      return redgifsWriters(media.id, options);
    case "gone":
      return media.fallback.map(({ url }) => writeUrl(url, "mp4", options));
    case "embed":
    case "link":
      return [];
    default:
      // As in linkOf(): the server can be newer.
      media satisfies never;
      return [];
  }
}

async function writeFile(write: Writer, file: ScratchFile): Promise<FetchedFile> {
  try {
    const extension = await write(file.writable);
    return { content: await file.read(), extension, discard: file.discard };
  } catch (error) {
    await file.discard();
    throw error;
  }
}

const isFinal = (error: unknown, signal: AbortSignal) =>
  signal.aborted || isDiskFull(error) || error instanceof TooLargeError;

/** The best file of a picture or a video; a video includes its sound. */
export async function fetchMedia(media: SingleMedia, options: FetchOptions): Promise<FetchedFile> {
  let failure: unknown = new NoFileError("Its host gives no file of it.");
  for (const write of await writersOf(media, options)) {
    try {
      return await writeFile(write, await openScratchFile());
    } catch (error) {
      if (isFinal(error, options.signal)) throw error;
      failure = error;
    }
  }
  throw failure;
}
