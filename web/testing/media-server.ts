import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { VideoMedia } from "#schema/media.ts";
import { videoMedia } from "./posts.ts";

const FILES = join(import.meta.dirname, "../../sample/media/files");

export interface MediaServer {
  url: (path: string) => string;
  /** Requested paths. */
  asked: Set<string>;
  /** A response with more bytes breaks off after this number. */
  cutAfter: number;
  /** The next response for such a path stops after this number of bytes and leaves the connection open. */
  silentAfter: Map<string, number>;
  /** Statuses in place of the files with such paths. */
  refused: Map<string, number>;
  close: () => Promise<void>;
}

async function answer(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  { cutAfter, silentAfter, refused }: MediaServer,
) {
  const status = refused.get(path);
  if (status) return response.writeHead(status).end();
  const file = await readFile(join(FILES, path)).catch(() => null);
  if (!file) return response.writeHead(404).end();
  const type = path.endsWith(".jpg") ? "image/jpeg" : "application/octet-stream";
  const silence = silentAfter.get(path);
  silentAfter.delete(path);
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "");
  if (!range) {
    response.writeHead(200, { "content-type": type });
    if (silence === undefined) return response.end(file);
    return response.write(file.subarray(0, silence));
  }
  const from = Number(range[1]);
  const to = Math.min(Number(range[2] || Infinity), file.length - 1);
  const place = `bytes ${from}-${to}/${file.length}`;
  response.writeHead(206, { "content-type": type, "content-range": place });
  const content = file.subarray(from, to + 1);
  if (silence !== undefined) return response.write(content.subarray(0, silence));
  if (content.length <= cutAfter) return response.end(content);
  response.write(content.subarray(0, cutAfter), () => response.destroy());
}

/** The sample's media on a loopback port, with byte ranges. */
export async function startMediaServer(): Promise<MediaServer> {
  const asked = new Set<string>();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://media.test").pathname.slice(1);
    asked.add(path);
    void answer(path, request, response, media);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const media: MediaServer = {
    asked,
    cutAfter: Infinity,
    silentAfter: new Map(),
    refused: new Map(),
    url: (path) => `http://127.0.0.1:${port}/${path}`,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
  return media;
}

/** A video with sound whose stream is in this folder. */
export const streamMedia = (server: MediaServer, folder: string): VideoMedia => ({
  ...videoMedia,
  hlsUrl: server.url(`${folder}/HLSPlaylist.m3u8`),
  duration: 5,
  hasAudio: true,
});
