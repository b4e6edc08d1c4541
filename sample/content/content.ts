import type { Json } from "#sample/wire.ts";

/** What a post's media depends on besides the media itself. */
export interface PostContext {
  /** Without the prefix. */
  id: string;
  subreddit: string;
  /** Reddit puts a blurred copy beside the preview of these. */
  isHidden: boolean;
  isNsfw: boolean;
  nowSeconds: number;
}

/** The fields of a t3 that say what is in the post. */
export type Content = (post: PostContext) => Json;
