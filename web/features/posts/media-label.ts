import type { Post } from "#schema/api/posts.ts";
import type { IconName } from "#view/icon.tsx";
import { formatDuration } from "./duration.ts";

export interface MediaLabel {
  icon: IconName;
  text: string;
}

/** The chip on a card; null for a plain picture. */
export function mediaLabel({ media, mediaType }: Post): MediaLabel | null {
  if (media.kind === "gallery") return { icon: "gallery", text: `${media.items.length} photos` };
  if (mediaType === "gif") return { icon: "gif", text: "GIF" };
  if (mediaType !== "video") return null;
  const known = media.kind === "video" && media.duration ? formatDuration(media.duration) : null;
  return { icon: "play", text: known ?? "Video" };
}
