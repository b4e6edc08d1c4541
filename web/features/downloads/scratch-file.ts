import { MEGABYTE, TooLargeError } from "./download-failure.ts";

export type Chunk =
  | Uint8Array<ArrayBuffer>
  | { type: "write"; position: number; data: Uint8Array<ArrayBuffer> };

/** A file that is being written. */
export interface ScratchFile {
  writable: WritableStream<Chunk>;
  /** The whole file. Call it after `writable` is closed; the result is valid until `discard`. */
  read: () => Promise<Blob>;
  discard: () => Promise<void>;
}

/** For browsers that cannot write to disk: Safari before 26, private windows of Firefox. */
export const MAX_MEMORY_FILE_BYTES = 200 * MEGABYTE;

const FOLDER = "downloads";

function overwrite(parts: readonly Uint8Array[], position: number, data: Uint8Array): void {
  let start = 0;
  for (const part of parts) {
    const from = Math.max(position, start);
    const to = Math.min(position + data.length, start + part.length);
    if (from < to) part.set(data.subarray(from - position, to - position), from - start);
    start += part.length;
  }
}

export function memoryFile(limit = MAX_MEMORY_FILE_BYTES): ScratchFile {
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const append = (data: Uint8Array<ArrayBuffer>) => {
    if (size + data.length > limit) throw new TooLargeError(limit);
    parts.push(data.slice());
    size += data.length;
  };
  const writable = new WritableStream<Chunk>({
    write(chunk) {
      if (chunk instanceof Uint8Array) return append(chunk);
      const known = Math.max(0, Math.min(chunk.data.length, size - chunk.position));
      overwrite(parts, chunk.position, chunk.data.subarray(0, known));
      if (known < chunk.data.length) append(chunk.data.subarray(known));
    },
  });
  const discard = async () => {
    parts = [];
  };
  return { writable, read: async () => new Blob(parts), discard };
}

/** Removes files of closed tabs: every open file holds a lock with its name. */
async function removeAbandoned(folder: FileSystemDirectoryHandle): Promise<void> {
  const names: string[] = [];
  for await (const name of folder.keys()) names.push(name);
  const { held = [] } = await navigator.locks.query();
  const inUse = new Set(held.map((lock) => lock.name));
  for (const name of names)
    if (!inUse.has(name)) await folder.removeEntry(name).catch(() => undefined);
}

function holdLock(name: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, () => new Promise<void>((release) => resolve(release)))
      .catch(reject);
  });
}

async function diskFile(): Promise<ScratchFile> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(FOLDER, { create: true });
  await removeAbandoned(folder);
  const name = crypto.randomUUID();
  const release = await holdLock(name);
  const discard = async () => {
    await folder.removeEntry(name).catch(() => undefined);
    release();
  };
  try {
    const handle = await folder.getFileHandle(name, { create: true });
    const writable = (await handle.createWritable()) as unknown as WritableStream<Chunk>;
    return {
      writable,
      read: () => handle.getFile(),
      async discard() {
        await writable.abort().catch(() => undefined);
        await discard();
      },
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** Firefox's private windows have the methods, but reject the call. */
export async function canUseDisk(): Promise<boolean> {
  const isKnown =
    typeof FileSystemFileHandle === "function" &&
    "createWritable" in FileSystemFileHandle.prototype &&
    "locks" in navigator;
  if (!isKnown) return false;
  return navigator.storage.getDirectory().then(
    () => true,
    () => false,
  );
}

/** On disk, so that memory use stays flat; else in memory, up to a limit. */
export async function openScratchFile(): Promise<ScratchFile> {
  return (await canUseDisk()) ? await diskFile() : memoryFile();
}
