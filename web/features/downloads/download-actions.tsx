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

function BusyIcon({ name, isBusy }: { name: IconName; isBusy: boolean }) {
  return isBusy ? <span className="busy-icon" /> : <Icon name={name} size={18} />;
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
        <button
          type="button"
          aria-busy={busy === item}
          onClick={() => void save()}
          className={className}
        >
          <BusyIcon name="download" isBusy={busy === item} />
          Download
        </button>
      )}
      {media.kind === "gallery" && (
        <button
          type="button"
          aria-busy={busy === all}
          onClick={() => void saveAll()}
          className={className}
        >
          <BusyIcon name="gallery" isBusy={busy === all} />
          Download All
        </button>
      )}
    </>
  );
}
