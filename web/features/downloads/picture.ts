import type { Post } from "#schema/api/posts.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { failureSentence, hostError } from "./failure.ts";
import { extensionOf } from "./extension.ts";
import { fileStem } from "./file-name.ts";

/** The picture in view; null for a video. */
export function currentPicture(post: Post, slide: number): string | null {
  const media = post.media.kind === "gallery" ? post.media.items[slide] : post.media;
  return media?.kind === "image" ? media.image.url : null;
}

export function fileName(post: Post, slide: number, type: string): string {
  const stem = fileStem(post, post.media.kind === "gallery" ? slide : null);
  return `${stem}.${extensionOf(type, "jpg")}`;
}

/** A picture that cannot be read, as from a host without CORS headers, opens in a new tab instead. */
export async function downloadPicture(post: Post, slide: number): Promise<void> {
  const url = currentPicture(post, slide);
  if (!url) return;
  try {
    const response = await fetch(url, { referrerPolicy: "no-referrer", credentials: "omit" });
    if (!response.ok) throw hostError(response.status);
    const blob = await response.blob();
    saveFile(blob, fileName(post, slide, blob.type));
  } catch (error) {
    open(url, "_blank", "noopener,noreferrer");
    showToast({ title: "Opened in a new tab", description: failureSentence(error) });
  }
}
