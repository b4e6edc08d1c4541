import type { Post } from "#schema/api/posts.ts";
import { withoutPostPrefix } from "#schema/reddit-id.ts";

/** With an account's name and an id, far below the 255 bytes that file systems allow. */
const MAX_TITLE_BYTES = 120;

/** Keeps letters and digits of every script. Characters special to a file system or a shell become a hyphen. */
function titleWords(title: string): string {
  const encoder = new TextEncoder();
  let name = "";
  let bytes = 0;
  const words = title.normalize("NFC").replace(/[^\p{L}\p{M}\p{N}]+/gu, "-");
  for (const character of words) {
    bytes += encoder.encode(character).length;
    if (bytes > MAX_TITLE_BYTES) break;
    name += character;
  }
  return name.replace(/^-+|-+$/g, "");
}

const plainName = (username: string) => username.replace(/[^A-Za-z0-9_-]/g, "_");

/** username-title-id without extension, plus the number of a gallery's item. Valid on Windows too. */
export function fileStem(post: Post, slide: number | null = null): string {
  const parts = [plainName(post.username), titleWords(post.title), withoutPostPrefix(post.id)];
  if (slide !== null) parts.push(String(slide + 1));
  return parts.filter(Boolean).join("-");
}

/** Named after the creator, or after the page if the posts are of several creators. */
export function zipName(posts: readonly Post[], filter: string): string {
  const [username = "", ...others] = new Set(posts.map((post) => post.username));
  const whose = others.length > 0 ? "following" : plainName(username);
  return `${whose}-${filter === "all" ? "posts" : filter}.zip`;
}
