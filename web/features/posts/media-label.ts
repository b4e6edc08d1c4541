import type { Post } from "#schema/api/posts.ts";
import type { IconName } from "#view/icon.tsx";
import { formatDuration } from "./duration.ts";
import { typeOf } from "./media-type.ts";

export interface MediaLabel {
  icon: IconName;
  text: string;
  /** For screen readers, where the text alone does not name the kind. */
  noun?: string;
}

/** The chip on a card; null for a plain picture. */
export function mediaLabel(post: Post): MediaLabel | null {
  const { media } = post;
  if (media.kind === "gallery") return { icon: "gallery", text: `${media.items.length} photos` };
  const type = typeOf(post);
  if (type === "gallery") return { icon: "gallery", text: "Album" };
  if (type === "gif") return { icon: "gif", text: "GIF" };
  if (type !== "video") return null;
  const known = media.kind === "video" && media.duration ? formatDuration(media.duration) : null;
  return known ? { icon: "play", text: known, noun: "Video, " } : { icon: "play", text: "Video" };
}
