import { REDDIT_NAME } from "#schema/username.ts";

const isReddit = (hostname: string) =>
  hostname === "reddit.com" || hostname.endsWith(".reddit.com");

/** The name in the address of any tab of a Reddit profile; null for every other address. */
export function profileName(address: string | undefined): string | null {
  const url = URL.parse(address ?? "");
  if (!url || !isReddit(url.hostname) || !/^https?:$/.test(url.protocol)) return null;
  const name = /^\/(?:user\/|u\/|r\/u_)([^/]+)(?:\/|$)/.exec(url.pathname)?.[1] ?? "";
  // REDDIT_NAME refuses "me" of reddit.com/user/me, the visitor's own page: names have at least three characters.
  return REDDIT_NAME.test(name) ? name : null;
}

export const userPage = (home: string, name: string): string =>
  `${home}/user/${encodeURIComponent(name)}`;
