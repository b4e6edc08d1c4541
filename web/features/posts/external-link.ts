import type { Post } from "#schema/api/posts.ts";

const LABELS: [pattern: RegExp, label: string][] = [
  [/(^|\.)redgifs\.com$/, "Watch on RedGifs"],
  [/(^|\.)gfycat\.com$/, "Watch on Gfycat"],
  [/(^|\.)imgur\.com$/, "View on Imgur"],
  [/(^|\.)redd\.it$/, "View Full Size"],
];

function parseWebUrl(url: string): URL | null {
  const parsed = URL.parse(url);
  return parsed && (parsed.protocol === "https:" || parsed.protocol === "http:") ? parsed : null;
}

/** The post's target, labelled by host; null for an address that is not http or https. */
export function externalLink(post: Post): { href: string; label: string } | null {
  const url = parseWebUrl(post.url);
  if (!url) return null;
  const label = LABELS.find(([pattern]) => pattern.test(url.hostname))?.[1] ?? "View External";
  return { href: url.href, label };
}

/** A post can contain any address. Only http and https become links. */
export function safeHref(url: string): string | undefined {
  return parseWebUrl(url)?.href;
}
