import { makeZip } from "client-zip";
import {
  downloadFailureSentence,
  isDiskFull,
  MEGABYTE,
  TooLargeError,
} from "./download-failure.ts";
import { fetchMedia, type FetchedFile, type FetchOptions, importRemux } from "./fetch-media.ts";
import { hasFile, type DownloadItem, linkOf } from "./download-items.ts";
import type { Chunk } from "./scratch-file.ts";
import { waitToRetry, type WaitOptions } from "./wait-to-retry.ts";

/** For one file: a limit that stays exceeded must not hold up the others without end. */
const MAX_WAITS = 5;

export interface ZipOptions extends FetchOptions, WaitOptions {
  /** In bytes. Files beyond it are left out. */
  limit: number;
  onItem: (index: number) => void;
}

interface LeftOut {
  item: DownloadItem;
  why: string;
}

export interface ZipResult {
  added: number;
  leftOut: LeftOut[];
}

interface Entry {
  name: string;
  input: Blob | string;
  lastModified: Date;
}

const LIST_NAME = "not-included.txt";

function listOf(leftOut: readonly LeftOut[]): string {
  const lines = leftOut.map(({ item, why }) => `${item.stem}\r\n${linkOf(item)}\r\n${why}\r\n`);
  return ["These files are not in this ZIP.\r\n", ...lines].join("\r\n");
}

type FileOrReason = FetchedFile | string;

/** The file, or the reason why there is none. */
async function fetchItem(
  item: DownloadItem,
  room: number,
  options: ZipOptions,
): Promise<FileOrReason> {
  const full = `The ZIP is limited to ${Math.round(options.limit / MEGABYTE)} MB.`;
  if (room <= 0) return full;
  if (!hasFile(item.media)) return "It can only be opened at its host.";
  for (let waits = 0; ; waits += 1) {
    try {
      const file = await fetchMedia(item.media, { ...options, maxBytes: room });
      // An MP4 is larger than its packets.
      if (file.content.size <= room) return file;
      await file.discard();
      return full;
    } catch (error) {
      options.signal.throwIfAborted();
      if (isDiskFull(error)) throw error;
      if (error instanceof TooLargeError) return full;
      const canRetry = waits < MAX_WAITS && (await waitToRetry(error, options));
      if (!canRetry) return downloadFailureSentence(error);
      options.onProgress(0);
    }
  }
}

/** Each file is complete before it enters the ZIP, so that a failed download cannot break the ZIP. */
async function* entriesOf(
  items: readonly DownloadItem[],
  options: ZipOptions,
  result: ZipResult,
): AsyncGenerator<Entry> {
  let room = options.limit;
  for (const [index, item] of items.entries()) {
    options.onItem(index);
    const file = await fetchItem(item, room, options);
    if (typeof file === "string") {
      result.leftOut.push({ item, why: file });
      continue;
    }
    try {
      const name = `${item.stem}.${file.extension}`;
      yield { name, input: file.content, lastModified: new Date(item.post.createdAt) };
      result.added += 1;
      room -= file.content.size;
    } finally {
      await file.discard();
    }
  }
  const { leftOut } = result;
  if (leftOut.length > 0)
    yield { name: LIST_NAME, input: listOf(leftOut), lastModified: new Date() };
}

export async function writeZip(
  items: readonly DownloadItem[],
  writable: WritableStream<Chunk>,
  options: ZipOptions,
): Promise<ZipResult> {
  const { signal } = options;
  // If this code is missing, no file should have been downloaded in vain.
  if (items.some(({ media }) => media.kind === "video" && media.hlsUrl !== null))
    await importRemux(signal);
  const result: ZipResult = { added: 0, leftOut: [] };
  const zip = makeZip(entriesOf(items, options, result)) as ReadableStream<Chunk>;
  await zip.pipeTo(writable, { signal });
  return result;
}
