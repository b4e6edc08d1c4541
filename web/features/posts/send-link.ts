import type { Post } from "#schema/api/posts.ts";
import { usernameAt } from "#schema/pages.ts";
import { withoutPostPrefix } from "#schema/reddit-id.ts";
import { cleanUsername } from "#schema/username.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { paths } from "#web/paths.ts";

/** On its author's page, the shared address keeps the page's filters. */
export function shareAddress(post: Post, { origin, pathname, search }: Location | URL): string {
  const own = paths.user(post.username);
  const shown = cleanUsername(usernameAt(pathname));
  const isOnPage = shown.toLowerCase() === post.username.toLowerCase();
  const kept = new URLSearchParams(isOnPage ? search : "");
  kept.set("post", withoutPostPrefix(post.id));
  return `${origin}${own}?${kept.toString().replaceAll("%2C", ",")}`;
}

/** The visitor dismissed the sheet, or pressed twice: the first press's sheet is open. */
const ENDS_SHARE = ["AbortError", "InvalidStateError"];

/** Uses the device's share sheet, or the clipboard if there is none. */
export async function shareLink(title: string, url: string, description: string): Promise<void> {
  if (typeof navigator.share === "function") {
    try {
      await navigator.share({ title, url });
      return;
    } catch (error) {
      if (error instanceof DOMException && ENDS_SHARE.includes(error.name)) return;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    showToast({ title: "Link copied", description, tone: "success" });
  } catch {
    showToast({ title: "The link could not be copied", description: url, tone: "destructive" });
  }
}

export const sharePost = (post: Post): Promise<void> =>
  shareLink(post.title, shareAddress(post, location), "It opens this post.");
