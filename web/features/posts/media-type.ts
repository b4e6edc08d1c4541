import type { Post } from "#schema/api/posts.ts";
import type { MediaType } from "#schema/media.ts";

/** Reddit types some gifs as images; their addresses contain .gif. */
export const typeOf = ({ url, mediaType }: Post): MediaType =>
  url.toLowerCase().includes(".gif") ? "gif" : mediaType;
