import type { Post } from "#schema/api/posts.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { shortId } from "./posts.queries.ts";

/** The picture that is on the stage; a video has none. */
export function currentPicture(post: Post, slide: number): string | null {
  const media = post.media.kind === "gallery" ? post.media.items[slide] : post.media;
  return media?.kind === "image" ? media.image.url : null;
}

const EXTENSIONS: Record<string, string> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/avif": "avif",
  "image/svg+xml": "svg",
};

export function fileName(post: Post, slide: number, type: string): string {
  const part = post.media.kind === "gallery" ? `-${slide + 1}` : "";
  const name = post.username.replace(/[^A-Za-z0-9_-]/g, "_");
  return `${name}-${shortId(post.id)}${part}.${EXTENSIONS[type] ?? "jpg"}`;
}

/** A host that does not allow its bytes to be read gets its picture opened in a tab instead. */
export async function downloadPicture(post: Post, slide: number): Promise<void> {
  const url = currentPicture(post, slide);
  if (!url) return;
  try {
    const response = await fetch(url, { referrerPolicy: "no-referrer", credentials: "omit" });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    const blob = await response.blob();
    saveFile(blob, fileName(post, slide, blob.type));
  } catch {
    open(url, "_blank", "noopener,noreferrer");
    showToast({
      title: "Opened in a new tab",
      description: "Its host does not allow saving from here.",
    });
  }
}
