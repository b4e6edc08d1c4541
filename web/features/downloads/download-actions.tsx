import { useState } from "react";
import type { Post } from "#schema/api/posts.ts";
import { mediaAt } from "#schema/media.ts";
import { Icon, type IconName } from "#view/icon.tsx";
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

interface ButtonProps {
  label: string;
  icon: IconName;
  isBusy: boolean;
  save: () => Promise<void>;
  className: string;
}

function DownloadButton({ label, icon, isBusy, save, className }: ButtonProps) {
  return (
    <button type="button" aria-busy={isBusy} onClick={() => void save()} className={className}>
      {isBusy ? <span className="busy-icon" /> : <Icon name={icon} size={18} />}
      {label}
    </button>
  );
}

/**
 * A picture is saved at once, with the spinner of its button; a video or a gallery shows its progress and can be
 * cancelled. Until its code is there the button has the spinner too.
 */
export function DownloadActions({ post, slide, className }: Props) {
  const { media } = post;
  const inView = mediaAt(media, slide);
  /** The address of the picture that is fetched, or the name of the download whose code is. */
  const [busy, setBusy] = useState<string | null>(null);
  const picture = currentPicture(post, slide);
  const item = picture ?? `${post.id} one`;
  const all = `${post.id} all`;
  async function once(what: string, work: () => Promise<void>) {
    if (busy === what) return;
    setBusy(what);
    await work();
    setBusy((now) => (now === what ? null : now));
  }
  const save = () =>
    once(item, () =>
      picture ? downloadPicture(post, slide) : withDownloads((jobs) => jobs.savePost(post, slide)),
    );
  const saveAll = () =>
    once(all, () => withDownloads((jobs) => jobs.saveZip(`${fileStem(post)}.zip`, [post])));
  return (
    <>
      {inView && hasFile(inView) && (
        <DownloadButton
          className={className}
          label="Download"
          icon="download"
          isBusy={busy === item}
          save={save}
        />
      )}
      {media.kind === "gallery" && (
        <DownloadButton
          className={className}
          label="Download All"
          icon="gallery"
          isBusy={busy === all}
          save={saveAll}
        />
      )}
    </>
  );
}
