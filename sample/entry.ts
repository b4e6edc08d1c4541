import type { Env } from "#worker/env.ts";
import { createWorker } from "#worker/worker.ts";
import { mediaFile } from "./media-file.ts";
import { MEDIA_PATH } from "./media-url.ts";
import { CORS, mediaResponse } from "./serve-media.ts";
import { sampleWorld } from "./world.ts";

const worker = createWorker({ sample: sampleWorld });

const refuse = (status: number): Response => new Response(null, { status, headers: CORS });

async function serveMedia(request: Request, url: URL, env: Env): Promise<Response> {
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: CORS });
  if (request.method !== "GET" && request.method !== "HEAD") return refuse(405);
  const found = mediaFile(url.pathname, url.search, Date.now() / 1000);
  if ("refused" in found) return refuse(found.refused);
  const asset = await env.ASSETS.fetch(`https://assets.invalid${MEDIA_PATH}${found.file}`);
  if (!asset.ok) return refuse(asset.status);
  return mediaResponse(request, found.file, await asset.arrayBuffer());
}

/** The Worker of local development: the real one with the sample source, plus the sample's media. */
export default {
  async fetch(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname.startsWith(MEDIA_PATH)) return serveMedia(request, url, env);
    return worker.fetch(request, env, ctx);
  },
  scheduled: worker.scheduled,
} satisfies ExportedHandler<Env>;
