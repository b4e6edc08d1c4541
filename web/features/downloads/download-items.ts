import type { Post } from "#schema/api/posts.ts";
import type { SingleMedia } from "#schema/media.ts";
import { fileStem } from "./file-name.ts";

export interface DownloadItem {
  /** The file's name without its extension. */
  stem: string;
  media: SingleMedia;
  post: Post;
}

/** One item per file: a gallery has several. */
export function downloadItemsOf(post: Post): DownloadItem[] {
  const { media } = post;
  if (media.kind !== "gallery") return [{ stem: fileStem(post), media, post }];
  return media.items.map((item, slide) => ({ stem: fileStem(post, slide), media: item, post }));
}

/** False for other hosts' players and pages, and for videos that their host could not process. */
export function hasFile(media: SingleMedia): boolean {
  switch (media.kind) {
    case "image":
    case "redgifs":
      return true;
    case "video":
      return media.hlsUrl !== null || media.sources.length > 0;
    case "gone":
      return media.fallback.length > 0;
    case "embed":
    case "link":
      return false;
  }
}

/** The link to offer if the file cannot be read. */
export function linkOf({ media, post }: DownloadItem): string {
  switch (media.kind) {
    case "image":
      return media.image.url;
    case "redgifs":
    case "embed":
    case "gone":
      return media.watchUrl;
    case "link":
      return media.url;
    case "video":
      return media.sources[0]?.url ?? post.redditUrl;
    default:
      // The server can be newer than an open page.
      media satisfies never;
      return post.redditUrl;
  }
}
