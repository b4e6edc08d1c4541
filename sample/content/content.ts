import type { Json } from "#sample/wire.ts";

/** The fields of a post that its media fields depend on. */
export interface PostContext {
  /** Without t3_. */
  id: string;
  subreddit: string;
  /** NSFW or spoiler, for which Reddit adds a blurred copy to the preview. */
  isHidden: boolean;
  isNsfw: boolean;
  nowSeconds: number;
}

/** Makes the fields of a t3 that hold its media. */
export type Content = (post: PostContext) => Json;
