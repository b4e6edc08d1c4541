import { isHost } from "./address.ts";
import { pageKeyOf } from "./media-key.ts";
import { record } from "./read.ts";
import { link, type Resolver } from "./resolved.ts";

/** A video of a host without a resolver opens at that host. */
export const resolveElsewhere: Resolver = ({ post, url, still }) => {
  const oembed = record((record(post.secure_media) ?? record(post.media))?.oembed);
  const isVideo = post.post_hint === "rich:video" || oembed?.type === "video";
  if (!url || !isVideo || isHost(url, "reddit.com")) return null;
  return { media: link(url, still, "other"), type: "video", key: pageKeyOf(url), still };
};
