import { type SQL, sql } from "drizzle-orm";
import {
  IS_WAITING_REMOVED,
  isPostRemoved,
  isUserRemoved,
} from "#worker/removals/is-removed.sql.ts";

/** For queries that name `reddit_user`. */
export const userIsShown: SQL = sql.raw(`not ${isUserRemoved("reddit_user")}`);

/** For queries that join `reddit_user` to `reddit_post`. */
export const postIsShown: SQL = sql.raw(`not ${isPostRemoved("reddit_post", "reddit_user")}`);

/** For queries of `reddit_post` alone. */
export const postAloneIsShown: SQL = sql.raw(`not ${isPostRemoved("reddit_post", null)}`);

/** For queries of `unverified_post`. */
export const waitingIsShown: SQL = sql.raw(`not ${IS_WAITING_REMOVED}`);
