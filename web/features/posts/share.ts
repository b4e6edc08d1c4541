import type { Post } from "#schema/api/posts.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { paths } from "#web/paths.ts";
import { shortId } from "./posts.queries.ts";

export function shareAddress(post: Post, origin: string): string {
  return origin + paths.user(post.username, { post: shortId(post.id) });
}

/** The device's own share sheet where it has one, else the clipboard. */
export async function sharePost(post: Post): Promise<void> {
  const url = shareAddress(post, location.origin);
  if (typeof navigator.share === "function") {
    try {
      await navigator.share({ title: post.title, url });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    showToast({ title: "Link copied", description: "It opens this post.", tone: "success" });
  } catch {
    showToast({ title: "The link could not be copied", description: url, tone: "destructive" });
  }
}
