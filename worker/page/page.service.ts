import { brand } from "#schema/brand.ts";
import { queryKeys } from "#schema/queries.ts";
import type { Deps } from "#worker/deps.ts";
import { errorFields, log } from "#worker/log.ts";
import { within } from "#worker/retry.ts";
import { chunksOf, readManifest } from "./page.chunks.ts";
import { fillShell, type PageContent } from "./page.rewrite.ts";
import { namesFile, previewOf, readAddress, type PageAddress } from "./page.rules.ts";

const SHELL = "/index.html";

function plainRefusal(status: number, sentence: string): Response {
  return new Response(`${brand.name}: ${sentence}`, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}

export function refuseMethod(): Response {
  const refusal = plainRefusal(405, "a page is only read");
  refusal.headers.set("Allow", "GET, HEAD");
  return refusal;
}

async function contentOf(address: PageAddress, isSignedIn: boolean): Promise<PageContent> {
  const queries: PageContent["data"]["queries"] = [];
  if (!isSignedIn) queries.push([queryKeys.session(), { isAuthenticated: false, user: null }]);
  return { preview: previewOf(address, null, null), data: { queries }, images: [] };
}

const ASSETS_MS = 5_000;

/** null: the files of this deployment cannot be read now. */
async function readShell({ assets }: Deps, url: URL): Promise<Response | null> {
  try {
    const shell = await within(ASSETS_MS, assets.fetch(new URL(SHELL, url).href));
    return shell.ok ? shell : null;
  } catch (error) {
    log("error", "assets", errorFields(error));
    return null;
  }
}

function unavailable(): Response {
  const refusal = plainRefusal(503, "busy right now, please try again in a moment");
  refusal.headers.set("Retry-After", "2");
  return refusal;
}

const hasSessionCookie = (request: Request): boolean =>
  /(?:^|;\s*)(?:__Host-)?sid=/.test(request.headers.get("Cookie") ?? "");

export async function answerPage(deps: Deps, request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (namesFile(url.pathname)) return plainRefusal(404, "no such file");
  const address = readAddress(url);
  const content = contentOf(address, hasSessionCookie(request));
  const [shell, manifest] = await Promise.all([
    readShell(deps, url),
    readManifest(deps, url.origin),
  ]);
  if (!shell) return unavailable();
  const head = { title: address.title, url, chunks: chunksOf(manifest, address.name) };
  const filled = fillShell(shell, head, content);
  const page = new Response(filled.body, {
    status: address.name === "not-found" ? 404 : 200,
    headers: { "Content-Type": "text/html; charset=utf-8" },
  });
  // It holds the visitor's own first data: kept by their browser for back and forward, nobody else.
  page.headers.set("Cache-Control", "private, no-cache");
  if (address.name === "user") page.headers.set("X-Robots-Tag", "noindex");
  return page;
}
