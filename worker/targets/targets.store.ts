import { and, eq, gt, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import type { Post } from "#schema/api/posts.ts";
import type { CrosspostOrigin } from "#schema/crosspost-origin.ts";
import { hasUsername, redditPost, redditUser } from "#schema/db/reddit.ts";
import { excluded } from "#worker/database/excluded.ts";
import { userIsShown } from "./shown.sql.ts";

export interface UserFacts {
  id: string;
  username: string;
  displayName: string | null;
  description: string | null;
  avatarUrl: string | null;
}

export type PostFacts = Omit<Post, "heartCount" | "rank" | "authorAvatar"> & {
  origins: CrosspostOrigin[] | null;
};

/**
 * `checked_at` of a target that the source has not confirmed yet, or not with a profile. The re-check takes such a post
 * first in its round; such creators get one call in four.
 */
export const NEVER = new Date(0);

/** `archive`: as the main source; `fallback`: while Reddit fails. Both copies outlive a deletion or renaming at Reddit. */
type Origin = "source" | "archive" | "fallback";

/** Where facts come from, and when they were read. */
export interface Provenance {
  origin: Origin;
  time: number;
}

const checkedAtOf = ({ origin, time }: Provenance): Date =>
  origin === "fallback" ? NEVER : new Date(time);

/** The unique index of names as conflict target. */
const NAME = sql`reddit_username collate nocase`;

const USER_FACTS = {
  redditUsername: redditUser.redditUsername,
  displayName: redditUser.displayName,
  description: redditUser.description,
  avatarUrl: redditUser.avatarUrl,
  checkedAt: redditUser.checkedAt,
  lastUpdated: redditUser.lastUpdated,
};

/** Emptied, but not because it had no hearts (decision 132). */
export const isGone = ({ emptiedAt, checkedAt }: StoredTarget) => lte(emptiedAt, checkedAt);

/** An emptied target that any source may restore: it had no hearts. */
const isHeartless = ({ emptiedAt, checkedAt }: StoredTarget) => gt(emptiedAt, checkedAt);

const isNotGone = (target: StoredTarget) => or(isNull(target.emptiedAt), isHeartless(target));

/**
 * The same id or the same name means the same user: Reddit never reassigns names. The name is the first conflict target:
 * a renamed user can have a row of each, and the id's row must not get the name, which is unique. The row of a removed
 * user keeps the name that the removal has. The archive's facts rename no row, and restore none that a source did not have.
 */
export async function storeUser(
  db: DrizzleD1Database,
  user: UserFacts,
  provenance: Provenance,
): Promise<string> {
  const { id, username, displayName, description, avatarUrl } = user;
  const now = new Date(provenance.time);
  const isFromSource = provenance.origin === "source";
  const set = { ...excluded(USER_FACTS), emptiedAt: null };
  const { redditUsername: _, ...unnamed } = set;
  const [stored] = await db
    .insert(redditUser)
    .values({
      id,
      redditUsername: username,
      displayName,
      description,
      avatarUrl,
      checkedAt: checkedAtOf(provenance),
      lastUpdated: now,
      createdAt: now,
    })
    .onConflictDoUpdate({
      target: NAME,
      set,
      setWhere: isFromSource ? undefined : isNotGone(redditUser),
    })
    .onConflictDoUpdate({
      target: redditUser.id,
      set: isFromSource ? set : unnamed,
      setWhere: isFromSource ? userIsShown : isHeartless(redditUser),
    })
    .returning({ id: redditUser.id });
  return stored?.id ?? id;
}

export type StoredTarget = typeof redditUser | typeof redditPost;

/** A time in the future is never due, which exempts seeded targets. */
export const isDue = (target: StoredTarget, time: number) =>
  and(isNull(target.emptiedAt), lte(target.checkedAt, new Date(time)));

/** An emptied post keeps its id and owner, so that its hearts can be taken back. */
export const EMPTY_POST = {
  title: "",
  subreddit: "",
  created: 0,
  url: "",
  thumbnailUrl: null,
  permalink: "",
  galleryImages: [],
  media: null,
  thumbnails: [],
  score: 0,
  numComments: 0,
  awardsCount: 0,
  mediaType: "image" as const,
  isNsfw: false,
  subredditIsNsfw: false,
  isSpoiler: false,
  origins: null,
};

/** An emptied user keeps id and name, because hearts are taken back by name. */
export const EMPTY_USER = { displayName: null, description: null, avatarUrl: null };

/** By property of PostFacts: the columns that can change at Reddit, and the time, which an emptied post has lost. */
export const POST_FACTS = {
  title: redditPost.title,
  created: redditPost.created,
  subreddit: redditPost.subreddit,
  score: redditPost.score,
  numComments: redditPost.numComments,
  awardsCount: redditPost.awardsCount,
  url: redditPost.url,
  thumbnailUrl: redditPost.thumbnailUrl,
  mediaType: redditPost.mediaType,
  isNsfw: redditPost.isNsfw,
  subredditIsNsfw: redditPost.subredditIsNsfw,
  isSpoiler: redditPost.isSpoiler,
  permalink: redditPost.permalink,
  galleryImages: redditPost.galleryImages,
  media: redditPost.media,
  thumbnails: redditPost.thumbnails,
  origins: redditPost.origins,
} satisfies Partial<Record<keyof PostFacts, unknown>>;
const CHECKED_POST = {
  ...POST_FACTS,
  checkedAt: redditPost.checkedAt,
  lastUpdated: redditPost.lastUpdated,
};

/**
 * The source's post names an owner by another name: they were renamed, and a removal of the new name has to find them. A
 * removed owner keeps the name that the removal has.
 */
const wasRenamed = sql`${redditUser.redditUsername} <> excluded.reddit_username collate nocase and ${userIsShown}`;

/** Inserts the owner of a post, revives an emptied one, and renames one with another name: see storeUser(). */
function storeOwner(
  db: DrizzleD1Database,
  id: string,
  username: string,
  { origin, time }: Provenance,
) {
  const now = new Date(time);
  const revived = { checkedAt: NEVER, emptiedAt: null };
  const isFromSource = origin === "source";
  const isRevived = isFromSource ? isNotNull(redditUser.emptiedAt) : isHeartless(redditUser);
  const redditUsername = sql`iif(${wasRenamed}, excluded.reddit_username, ${redditUser.redditUsername})`;
  return db
    .insert(redditUser)
    .values({ id, redditUsername: username, checkedAt: NEVER, lastUpdated: now, createdAt: now })
    .onConflictDoUpdate({ target: NAME, set: revived, setWhere: isRevived })
    .onConflictDoUpdate({
      target: redditUser.id,
      set: isFromSource ? { ...revived, redditUsername } : revived,
      setWhere: isFromSource ? or(isRevived, wasRenamed) : isRevived,
    });
}

/** Whether a source did not have the creator any more, by name or by id. */
export async function isUserGone(
  db: DrizzleD1Database,
  username: string,
  id: string,
): Promise<boolean> {
  const rows = await db
    .select({ id: redditUser.id })
    .from(redditUser)
    .where(and(or(hasUsername(username), eq(redditUser.id, id)), isGone(redditUser)))
    .limit(1);
  return rows.length > 0;
}

/** Stores the post and its owner. Returns whether the owner's profile is missing, or may be of an older name. */
export async function storePost(
  db: DrizzleD1Database,
  post: PostFacts,
  ownerId: string,
  provenance: Provenance,
): Promise<boolean> {
  const now = new Date(provenance.time);
  const { username, ...facts } = post;
  const owner = db.select({ id: redditUser.id }).from(redditUser).where(hasUsername(username));
  const insertPost = db
    .insert(redditPost)
    .values({
      ...facts,
      redditUserId: sql`coalesce(${owner}, ${ownerId})`,
      checkedAt: checkedAtOf(provenance),
      lastUpdated: now,
      createdAt: now,
    })
    .onConflictDoUpdate({
      target: redditPost.id,
      set: { ...excluded(CHECKED_POST), emptiedAt: null },
      setWhere: provenance.origin === "source" ? undefined : isNotGone(redditPost),
    });
  const [{ meta }] = await db.batch([storeOwner(db, ownerId, username, provenance), insertPost]);
  return meta.changes > 0;
}
