import type { Post } from "#schema/api/posts.ts";

/** With the name of an account and an id, far below the 255 bytes that file systems allow. */
const MAX_TITLE_BYTES = 120;

/** Letters and digits of every script, whole. What a file system or a shell reads differently becomes a hyphen. */
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

/** Without extension: username-title-id, and the number of a gallery's item. Windows accepts it too. */
export function fileStem(post: Post, slide: number | null = null): string {
  const parts = [plainName(post.username), titleWords(post.title), post.id.replace(/^t3_/, "")];
  if (slide !== null) parts.push(String(slide + 1));
  return parts.filter(Boolean).join("-");
}

/** After the creator, or after the page that has posts of several. */
export function archiveName(posts: readonly Post[], filter: string): string {
  const [username = "", ...others] = new Set(posts.map((post) => post.username));
  const whose = others.length > 0 ? "following" : plainName(username);
  return `${whose}-${filter === "all" ? "posts" : filter}.zip`;
}
