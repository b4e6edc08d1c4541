import { brand } from "#schema/brand.ts";
import type { CurrentSession } from "#worker/auth/sessions.service.ts";
import type { Deps } from "#worker/deps.ts";
import { errorFields, log } from "#worker/log.ts";
import { within } from "#worker/retry.ts";
import { firstView } from "./first-view.ts";
import { chunksOf, readManifest } from "./page.chunks.ts";
import { fillShell } from "./page.rewrite.ts";
import { namesFile, readAddress, searchedPath, type PageName } from "./page.rules.ts";

const SHELL = "/index.html";
/** Pages of which the first screen is in the answer, unless its data is late. */
const DRAWN: ReadonlySet<PageName> = new Set(["home", "user", "leaderboard"]);

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

const seeOther = (path: string): Response =>
  new Response(null, { status: 303, headers: { Location: path, "Cache-Control": "no-store" } });

/** `session`: null signed out, undefined not known. */
export async function answerPage(
  deps: Deps,
  url: URL,
  session: CurrentSession | null | undefined,
): Promise<Response> {
  if (namesFile(url.pathname)) return plainRefusal(404, "no such file");
  const searched = searchedPath(url);
  if (searched !== null) return seeOther(searched);
  const address = readAddress(url);
  const content = firstView(deps, url, address, session);
  const [shell, manifest] = await Promise.all([
    readShell(deps, url),
    readManifest(deps, url.origin),
  ]);
  if (!shell) return unavailable();
  const chunks = chunksOf(manifest, address.name);
  const isDrawn = DRAWN.has(address.name);
  const head = { title: address.title, url, username: address.username ?? "", isDrawn, chunks };
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
