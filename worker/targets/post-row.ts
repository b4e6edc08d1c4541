import { isInAdultCommunity } from "#schema/adult-community.ts";
import type { Post } from "#schema/api/posts.ts";
import type { LinkMedia } from "#schema/media.ts";
import { redditPost, redditUser } from "#schema/db/reddit.ts";
import { REDDIT_ORIGIN } from "#schema/reddit-origin.ts";

type RedditPostRow = typeof redditPost.$inferSelect;

/** The columns of a user in a board or a saved list. */
export const USER_COLUMNS = {
  id: redditUser.id,
  username: redditUser.redditUsername,
  displayName: redditUser.displayName,
  avatarUrl: redditUser.avatarUrl,
  heartCount: redditUser.heartCount,
};

/** The columns of a Post, for queries that join posts and owners. */
export const POST_COLUMNS = {
  id: redditPost.id,
  title: redditPost.title,
  username: redditUser.redditUsername,
  authorAvatar: redditUser.avatarUrl,
  subreddit: redditPost.subreddit,
  mediaType: redditPost.mediaType,
  thumbnailUrl: redditPost.thumbnailUrl,
  url: redditPost.url,
  permalink: redditPost.permalink,
  heartCount: redditPost.heartCount,
  isNsfw: redditPost.isNsfw,
  isSpoiler: redditPost.isSpoiler,
  created: redditPost.created,
  score: redditPost.score,
  numComments: redditPost.numComments,
  awardsCount: redditPost.awardsCount,
  galleryImages: redditPost.galleryImages,
  media: redditPost.media,
  thumbnails: redditPost.thumbnails,
  origins: redditPost.origins,
};

export type PostRow = Pick<RedditPostRow, keyof typeof POST_COLUMNS & keyof RedditPostRow> & {
  username: string;
  authorAvatar: string | null;
};

const linkTo = ({ url, thumbnailUrl }: PostRow): LinkMedia => ({
  kind: "link",
  platform: "other",
  isEmbedded: false,
  url,
  poster: thumbnailUrl,
  width: 0,
  height: 0,
  caption: null,
});

/** `nsfw`: today's list of adult communities, which may have changed since the post was stored. */
export function postFromRow(row: PostRow, rank: number | null, nsfw: ReadonlySet<string>): Post {
  return {
    id: row.id,
    title: row.title,
    username: row.username,
    subreddit: row.subreddit,
    mediaType: row.mediaType,
    thumbnailUrl: row.thumbnailUrl,
    url: row.url,
    permalink: row.permalink,
    redditUrl: `${REDDIT_ORIGIN}${row.permalink}`,
    heartCount: row.heartCount,
    rank,
    isNsfw: row.isNsfw,
    nsfw: row.isNsfw,
    subredditIsNsfw: isInAdultCommunity(row, row.origins, nsfw),
    isSpoiler: row.isSpoiler,
    createdAt: new Date(row.created * 1000).toISOString(),
    created: row.created,
    score: row.score,
    numComments: row.numComments,
    awardsCount: row.awardsCount,
    author: row.username,
    authorAvatar: row.authorAvatar,
    galleryImages: row.galleryImages,
    // null in emptied posts, which no list shows, and for a damaged value until the next re-check.
    media: row.media ?? linkTo(row),
    thumbnails: row.thumbnails,
    alsoIn: [],
  };
}
