import type { Media, MediaType, Picture } from "../media.ts";

interface CrossListing {
  subreddit: string;
  permalink: string;
  redditUrl: string;
}

export interface Post {
  /** With its prefix: t3_… */
  id: string;
  title: string;
  username: string;
  /** Without r/; a profile post's is u_name. */
  subreddit: string;
  mediaType: MediaType;
  thumbnailUrl: string | null;
  /** The post's link. Render `media` instead. */
  url: string;
  /** A path on Reddit: /r/…/comments/… */
  permalink: string;
  redditUrl: string;
  /** null: late or unknown, in answers with waitForHearts=false and in the feed of followed creators. */
  heartCount: number | null;
  /** Place on the current board, or null. */
  rank: number | null;
  isNsfw: boolean;
  /** Equal to isNsfw; the specification requires both. */
  nsfw: boolean;
  subredditIsNsfw: boolean;
  isSpoiler: boolean;
  /** ISO time of `created`. */
  createdAt: string;
  /** Epoch seconds. */
  created: number;
  score: number;
  numComments: number;
  awardsCount: number;
  author: string;
  authorAvatar: string | null;
  /** Stills of a gallery, in order; empty for the other types. */
  galleryImages: string[];
  media: Media;
  /** The still in several widths, narrowest first, so that a tile loads a small file. */
  thumbnails: Picture[];
  /** The other communities the same media was posted to. */
  alsoIn: CrossListing[];
}

export interface PostResponse {
  success: true;
  post: Post;
}
