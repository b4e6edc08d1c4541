import { brand } from "#schema/brand.ts";
import { hasFirstView, REMOVED_TITLE } from "#schema/pages.ts";
import type { Deps } from "#worker/deps.ts";
import { log, logFailure } from "#worker/lib/log.ts";
import { withTimeout } from "#worker/lib/with-timeout.ts";
import {
  findRemovedPart,
  loadPage,
  type RemovedPart,
  usualOrigins,
  type PageVisitor,
} from "./page.content.ts";
import { linkHeader } from "./page.links.ts";
import { chunksOf, readManifest } from "./page.chunks.ts";
import { fillShell, type PageHints } from "./page.rewrite.ts";
import { isListed, namesFile, type PageAddress, readAddress, searchedPath } from "./page.rules.ts";

const SHELL = "/index.html";

function plainAnswer(status: number, sentence: string): Response {
  return new Response(`${brand.name}: ${sentence}`, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}

export function refuseMethod(): Response {
  const answer = plainAnswer(405, "a page is only read");
  answer.headers.set("Allow", "GET, HEAD");
  return answer;
}

const ASSETS_TIMEOUT_MS = 5_000;

async function fetchShell({ assets }: Deps, url: URL): Promise<Response | null> {
  const shell = await assets.fetch(new URL(SHELL, url).href);
  if (shell.ok) return shell;
  log("error", "assets", { status: shell.status });
  return null;
}

/** Returns null when the platform cannot read the deployment's files. */
const readShell = (deps: Deps, url: URL): Promise<Response | null> =>
  withTimeout(ASSETS_TIMEOUT_MS, fetchShell(deps, url)).catch(logFailure("assets", "error"));

function unavailable(): Response {
  const answer = plainAnswer(503, "busy right now, please try again in a moment");
  answer.headers.set("Retry-After", "2");
  return answer;
}

const seeOther = (path: string): Response =>
  new Response(null, { status: 303, headers: { Location: path, "Cache-Control": "no-store" } });

function statusOf({ name }: PageAddress, removed: RemovedPart | null): number {
  if (removed) return 410;
  return name === "not-found" ? 404 : 200;
}

/** `hints` are those known when the shell has been read: headers wait for the removals only. */
function headersOf(
  address: PageAddress,
  url: URL,
  hints: Pick<PageHints, "images" | "mediaOrigins">,
): Headers {
  const headers = new Headers({ "Content-Type": "text/html; charset=utf-8" });
  // The page holds the visitor's data: only their own browser may keep it, for back and forward.
  headers.set("Cache-Control", "private, no-cache");
  if (!isListed(address, url)) headers.set("X-Robots-Tag", "noindex");
  const links = linkHeader(hints);
  if (links !== "") headers.set("Link", links);
  return headers;
}

export async function answerPage(deps: Deps, url: URL, visitor: PageVisitor): Promise<Response> {
  if (!visitor.isDocument && namesFile(url.pathname)) return plainAnswer(404, "no such file");
  const searched = searchedPath(url);
  if (searched !== null) return seeOther(searched);
  const address = readAddress(url);
  const removedPart = findRemovedPart(deps, address);
  const page = loadPage(deps, url, address, visitor, removedPart);
  let known: PageHints | null = null;
  void page.hints.then((hints) => (known = hints));
  const [shell, manifest, removed] = await Promise.all([
    readShell(deps, url),
    readManifest(deps, url.origin),
    removedPart,
  ]);
  if (!shell) return unavailable();
  const chunks = chunksOf(manifest, address.name);
  const hasView = hasFirstView(address.name);
  const challengeKey = deps.config.turnstile?.siteKey ?? null;
  const title = removed === "creator" ? REMOVED_TITLE : address.title;
  const linksPost = address.postId !== null;
  const { hasOwnLooks } = visitor;
  // Only browsers send Sec-Fetch-Dest. Slack reads 32 KB of a page for its preview; the inlined styles are longer.
  const previewsFirst = !visitor.isDocument;
  const looks = { hasFirstView: hasView, hasOwnLooks, previewsFirst };
  const head = { title, linksPost, url, ...looks, chunks, challengeKey };
  const filled = fillShell(shell, head, page);
  return new Response(filled.body, {
    status: statusOf(address, removed),
    headers: headersOf(
      address,
      url,
      known ?? { images: [], mediaOrigins: usualOrigins(deps, address) },
    ),
  });
}
