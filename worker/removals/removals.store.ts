import { and, count, desc, eq, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { removal, removalState } from "#schema/db/removals.ts";
import { AppError, isUniqueViolation } from "#worker/errors.ts";
import type { RemovalQuery } from "./removals.rules.ts";

export type RemovalRow = typeof removal.$inferSelect;

export async function insertRemoval(db: DrizzleD1Database, row: RemovalRow): Promise<void> {
  try {
    await db.insert(removal).values(row);
  } catch (cause) {
    if (isUniqueViolation(cause, "removal.key")) throw new AppError("removals.exists", { cause });
    throw cause;
  }
}

export async function deleteRemoval(db: DrizzleD1Database, id: string): Promise<boolean> {
  const deleted = await db
    .delete(removal)
    .where(eq(removal.id, id))
    .returning({ key: removal.key });
  return deleted.length > 0;
}

const isFound = ({ kind, q }: RemovalQuery) =>
  and(
    kind && eq(removal.kind, kind),
    q === undefined ? undefined : sql`instr(${removal.key}, ${q}) > 0`,
  );

/** The page, with one row more if another follows. Only a search counts rows; triggers maintain the other counts. */
export async function readRemovalPage(db: DrizzleD1Database, query: RemovalQuery) {
  const { after, limit } = query;
  const page = db
    .select()
    .from(removal)
    .where(
      and(
        isFound(query),
        after
          ? sql`(${removal.createdAt}, ${removal.id}) < (${after.createdAt}, ${after.id})`
          : undefined,
      ),
    )
    .orderBy(desc(removal.createdAt), desc(removal.id))
    .limit(limit + 1);
  const state = db.select().from(removalState);
  if (query.q === undefined) {
    const [found, [counts]] = await db.batch([page, state]);
    return { found, counts, matches: null };
  }
  const total = db.select({ matches: count() }).from(removal).where(isFound(query));
  const [found, [counts], [counted]] = await db.batch([page, state, total]);
  return { found, counts, matches: counted?.matches ?? 0 };
}
