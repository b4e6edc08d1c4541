import type { Post } from "#schema/api/posts.ts";
import type { Media, MediaType } from "#schema/media.ts";

/** What of a stored post and its owner makes a Post; `p` and `u` are the two tables. */
export const POST_COLUMNS = `p.id, p.title, u.reddit_username as username, u.avatar_url as authorAvatar,
  p.subreddit, p.media_type as mediaType, p.thumbnail_url as thumbnailUrl, p.url, p.permalink,
  p.heart_count as heartCount, p.is_nsfw as isNsfw, p.subreddit_is_nsfw as subredditIsNsfw,
  p.is_spoiler as isSpoiler, p.created, p.score, p.num_comments as numComments,
  p.awards_count as awardsCount, p.gallery_images as galleryImages, p.media, p.thumbnails`;

/** As the database says it: flags are 0 or 1, lists and media are JSON. */
export interface PostRow {
  id: string;
  title: string;
  username: string;
  authorAvatar: string | null;
  subreddit: string;
  mediaType: MediaType;
  thumbnailUrl: string | null;
  url: string;
  permalink: string;
  heartCount: number;
  isNsfw: 0 | 1;
  subredditIsNsfw: 0 | 1;
  isSpoiler: 0 | 1;
  created: number;
  score: number;
  numComments: number;
  awardsCount: number;
  galleryImages: string;
  media: string;
  thumbnails: string;
}

/** The list of adult communities decides when a post is shown, not when it was stored. */
export function toPost(row: PostRow, rank: number | null, nsfw: ReadonlySet<string>): Post {
  const isNsfw = row.isNsfw === 1;
  return {
    id: row.id,
    title: row.title,
    username: row.username,
    subreddit: row.subreddit,
    mediaType: row.mediaType,
    thumbnailUrl: row.thumbnailUrl,
    url: row.url,
    permalink: row.permalink,
    redditUrl: `https://www.reddit.com${row.permalink}`,
    heartCount: row.heartCount,
    rank,
    isNsfw,
    nsfw: isNsfw,
    subredditIsNsfw: nsfw.has(row.subreddit.toLowerCase()),
    isSpoiler: row.isSpoiler === 1,
    createdAt: new Date(row.created * 1000).toISOString(),
    created: row.created,
    score: row.score,
    numComments: row.numComments,
    awardsCount: row.awardsCount,
    author: row.username,
    authorAvatar: row.authorAvatar,
    galleryImages: JSON.parse(row.galleryImages) as string[],
    media: JSON.parse(row.media) as Media,
    thumbnails: JSON.parse(row.thumbnails) as Post["thumbnails"],
    alsoIn: [],
  };
}
