import { pageKeyOf } from "./media-key.ts";
import { record } from "./read.ts";
import { previewCopy } from "./reddit-video.ts";
import { loop, type Resolver, type Subject } from "./resolved.ts";
import { previewImage, stillOf } from "./still.ts";

/** Reddit's silent mp4 of a GIF, a tenth of its size. */
export function mp4Variant({ post, still }: Subject) {
  const variant = stillOf(record(record(previewImage(post)?.variants)?.mp4));
  return variant.source && loop(variant.source.url, still);
}

/** Reddit's video preview of a link that no other resolver knows. */
export const resolvePreviewVideo: Resolver = (subject) => {
  const { post, url, still } = subject;
  if (post.is_self === true) return null;
  const key = url ? pageKeyOf(url) : "";
  const media = previewCopy(subject) ?? mp4Variant(subject);
  return (
    media && { media, type: media.isLoop ? "gif" : "video", key: key || media.directUrl, still }
  );
};
