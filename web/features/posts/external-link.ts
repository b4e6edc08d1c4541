import type { Post } from "#schema/api/posts.ts";

const LABELS: [pattern: RegExp, label: string][] = [
  [/(^|\.)redgifs\.com$/, "Watch on RedGifs"],
  [/(^|\.)gfycat\.com$/, "Watch on Gfycat"],
  [/(^|\.)imgur\.com$/, "View on Imgur"],
  [/(^|\.)redd\.it$/, "View Full Size"],
];

function webAddress(url: string): URL | null {
  const parsed = URL.parse(url);
  return parsed && (parsed.protocol === "https:" || parsed.protocol === "http:") ? parsed : null;
}

/** The post's own target with the words its host calls for; none for an address that is not the web's. */
export function externalLink(post: Post): { href: string; label: string } | null {
  const url = webAddress(post.url);
  if (!url) return null;
  const label = LABELS.find(([pattern]) => pattern.test(url.hostname))?.[1] ?? "View External";
  return { href: url.href, label };
}

/** An address from a post, good for a link; a post can hold anything. */
export function safeHref(url: string): string | undefined {
  return webAddress(url)?.href;
}
