import type { Post } from "#schema/api/posts.ts";
import { mediaAt } from "#schema/media.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { withDownloads } from "./with-downloads.ts";
import { downloadFailureSentence, hostError, refusePage } from "./download-failure.ts";
import { extensionOf } from "./extension.ts";
import { fetchFromHost } from "./fetch-from-host.ts";
import { fileStem } from "./file-name.ts";
import { memoryFile } from "./scratch-file.ts";

/** The picture in view; null for a video. */
export function currentPicture(post: Post, slide: number): string | null {
  const media = mediaAt(post.media, slide);
  return media?.kind === "image" ? media.image.url : null;
}

const stemOf = (post: Post, slide: number): string =>
  fileStem(post, post.media.kind === "gallery" ? slide : null);

export const fileName = (post: Post, slide: number, type: string): string =>
  `${stemOf(post, slide)}.${extensionOf(type, currentPicture(post, slide) ?? "", "jpg")}`;

/** Up to the limit of files in memory: a host's answer may have no end. */
async function readPicture({ body }: Response, type: string): Promise<Blob> {
  const file = memoryFile();
  await body?.pipeTo(file.writable);
  return new Blob([await file.read()], { type });
}

/**
 * A picture that cannot be read, for example without CORS headers, is opened in a new tab or offered as a link. Offline
 * only the failure is shown.
 */
export async function downloadPicture(post: Post, slide: number): Promise<void> {
  const url = currentPicture(post, slide);
  if (!url) return;
  try {
    const response = await fetchFromHost(url);
    if (!response.ok) throw hostError(response.status);
    const type = response.headers.get("content-type") ?? "";
    refusePage(type);
    saveFile(await readPicture(response, type), fileName(post, slide, type));
  } catch (error) {
    const description = downloadFailureSentence(error);
    if (navigator.onLine === false) {
      // A tab would show the browser's error page, and the code of the failure's card may not be loaded.
      const title = `${stemOf(post, slide)} could not be saved`;
      return showToast({ title, description, tone: "destructive" });
    }
    // Browsers block the tab if the press was seconds ago. With `noopener`, `open` would return null in any case.
    const tab = open(url, "_blank");
    if (!tab) return withDownloads((jobs) => jobs.showFailed(stemOf(post, slide), url, error));
    tab.opener = null;
    showToast({ title: "Opened in a new tab", description });
  }
}
