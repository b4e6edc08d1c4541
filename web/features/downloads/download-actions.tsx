import { useState } from "react";
import type { Post } from "#schema/api/posts.ts";
import { mediaAt } from "#schema/media.ts";
import { Icon } from "#view/icon.tsx";
import { withDownloads } from "./with-downloads.ts";
import { fileStem } from "./file-name.ts";
import { hasFile } from "./download-items.ts";
import { currentPicture, downloadPicture } from "./download-picture.ts";

interface Props {
  post: Post;
  slide: number;
  /** For each button. */
  className: string;
}

/** A picture is saved at once, with the spinner of its button; a video or a gallery shows its progress and can be cancelled. */
export function DownloadActions({ post, slide, className }: Props) {
  const { media } = post;
  const inView = mediaAt(media, slide);
  const [saving, setSaving] = useState<string | null>(null);
  const picture = currentPicture(post, slide);
  const isSaving = picture !== null && picture === saving;
  async function savePicture() {
    if (isSaving) return;
    setSaving(picture);
    await downloadPicture(post, slide);
    setSaving((now) => (now === picture ? null : now));
  }
  const save = () => {
    if (picture) void savePicture();
    else withDownloads((jobs) => jobs.savePost(post, slide));
  };
  const saveAll = () => withDownloads((jobs) => jobs.saveZip(`${fileStem(post)}.zip`, [post]));
  return (
    <>
      {inView && hasFile(inView) && (
        <button type="button" aria-busy={isSaving} onClick={save} className={className}>
          {isSaving ? <span className="busy-icon" /> : <Icon name="download" size={18} />}
          Download
        </button>
      )}
      {media.kind === "gallery" && (
        <button type="button" onClick={saveAll} className={className}>
          <Icon name="gallery" size={18} />
          Download All
        </button>
      )}
    </>
  );
}
