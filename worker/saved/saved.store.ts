import { and, desc, eq, isNull, lt, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { postHeart, userHeart } from "#schema/db/hearts.ts";
import { redditPost, redditUser } from "#schema/db/reddit.ts";
import { currentRanks } from "#worker/targets/ranks.sql.ts";
import { postIsShown, userIsShown } from "#worker/targets/shown.sql.ts";
import { POST_COLUMNS, USER_COLUMNS } from "#worker/targets/post-row.ts";

export interface SavedPageRequest {
  userId: string;
  /** The time of the previous page's last heart; null for the first page. */
  before: Date | null;
  /** One more than the page shows: the extra row means that there is a next page. */
  rows: number;
}

type Heart = typeof userHeart | typeof postHeart;

/** The account's newest row holds its number of hearts of that kind (decision 020). */
const savedTotal = (heart: Heart, userId: string) => sql<number>`(
  select ${heart.savedTotal} from ${heart} where ${heart.unearthUserId} = ${userId}
  order by ${heart.createdAt} desc limit 1
)`;

const isOnPage = (heart: Heart, { userId, before }: SavedPageRequest) =>
  and(eq(heart.unearthUserId, userId), before === null ? undefined : lt(heart.createdAt, before));

/* CROSS JOIN makes hearts the outer loop, whose index gives order and limit. */

export async function readSavedUsers(db: DrizzleD1Database, page: SavedPageRequest) {
  return db
    .select({
      ...USER_COLUMNS,
      savedAt: userHeart.createdAt,
      savedTotal: savedTotal(userHeart, page.userId),
    })
    .from(userHeart)
    .crossJoin(redditUser)
    .where(
      and(
        eq(redditUser.id, userHeart.redditUserId),
        isOnPage(userHeart, page),
        isNull(redditUser.emptiedAt),
        userIsShown,
      ),
    )
    .orderBy(desc(userHeart.createdAt))
    .limit(page.rows);
}

export async function readSavedPosts(db: DrizzleD1Database, page: SavedPageRequest) {
  return db
    .select({
      ...POST_COLUMNS,
      savedAt: postHeart.createdAt,
      savedTotal: savedTotal(postHeart, page.userId),
      rank: sql<number | null>`${currentRanks("posts")} ->> ${redditPost.id}`,
    })
    .from(postHeart)
    .crossJoin(redditPost)
    .crossJoin(redditUser)
    .where(
      and(
        eq(redditPost.id, postHeart.redditPostId),
        eq(redditUser.id, redditPost.redditUserId),
        isOnPage(postHeart, page),
        isNull(redditPost.emptiedAt),
        postIsShown,
      ),
    )
    .orderBy(desc(postHeart.createdAt))
    .limit(page.rows);
}
