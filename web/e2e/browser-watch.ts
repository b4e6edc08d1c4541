import type { BrowserContext } from "@playwright/test";

export interface BrowserWatch {
  /** Console and page errors of our own origin. */
  errors: Set<string>;
  /** Addresses of other hosts that a page asked for; none of them answers. */
  foreignRequests: Set<string>;
}

/** Failed requests to other hosts are not errors: tests run without a network. */
export function watchBrowser(context: BrowserContext, baseURL: string): BrowserWatch {
  const seen: BrowserWatch = { errors: new Set(), foreignRequests: new Set() };
  context.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== baseURL) seen.foreignRequests.add(request.url());
  });
  context.on("console", (message) => {
    const { url } = message.location();
    const isForeign = url.startsWith("http") && !url.startsWith(`${baseURL}/`);
    if (message.type() === "error" && !isForeign)
      seen.errors.add(`console: ${message.text()} (${url})`);
  });
  context.on("weberror", (webError) => seen.errors.add(`page: ${webError.error().message}`));
  return seen;
}
