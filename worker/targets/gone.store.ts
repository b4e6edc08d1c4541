import { and } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { redditUser } from "#schema/db/reddit.ts";
import { valuesOf } from "#worker/database/json-list.ts";
import { isNamed } from "./recheck.store.ts";
import { isGone } from "./targets.store.ts";

/** Of the given creators those that a source did not have any more, in lower case. */
export async function readGoneUsers(
  db: DrizzleD1Database,
  names: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .select({ username: redditUser.redditUsername })
    .from(redditUser)
    .where(and(isNamed(valuesOf(names)), isGone(redditUser)));
  return new Set(rows.map(({ username }) => username.toLowerCase()));
}
