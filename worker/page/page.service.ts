import { brand } from "#schema/brand.ts";
import type { Deps } from "#worker/deps.ts";

const SHELL = "/index.html";

/** A path that names a file: it never is a page, so a missing chunk must not be answered with one. */
function namesFile(pathname: string): boolean {
  return pathname.startsWith("/assets/") || /\.[a-z0-9]{2,5}$/i.test(pathname);
}

const isUserPage = (pathname: string) => pathname.startsWith("/user/");

export async function answerPage(deps: Deps, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (namesFile(pathname) && !isUserPage(pathname)) {
    return new Response(`${brand.name}: no such file`, {
      status: 404,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
    });
  }
  const shell = await deps.assets.fetch(new URL(SHELL, request.url));
  const page = new Response(shell.body, shell);
  page.headers.set("Cache-Control", "no-cache");
  return page;
}
