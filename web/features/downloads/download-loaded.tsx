import type { Post } from "#schema/api/posts.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { withDownloads } from "./with-downloads.ts";

interface Props {
  /** The loaded posts that pass the filter. */
  posts: readonly Post[];
  filter: string;
}

/** Saves all posts on the page as one ZIP. */
export function DownloadLoaded({ posts, filter }: Props) {
  return (
    <IconButton
      icon="download"
      label="Download what is shown"
      disabled={posts.length === 0}
      onClick={({ currentTarget }) =>
        void withDownloads((jobs) => {
          // Its page may have been left while the code was fetched.
          if (currentTarget.isConnected) void jobs.askForZip(posts, filter);
        })
      }
      className="disabled:opacity-40"
    />
  );
}
