import { and, count, desc, eq, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import type { RemovalKind } from "#schema/api/removals.ts";
import { removal, removalState } from "#schema/db/removals.ts";
import { AppError, isUniqueViolation } from "#worker/errors.ts";
import type { TimePosition } from "#worker/lib/time-cursor.ts";

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

export interface RemovalPageRequest {
  kind: RemovalKind | undefined;
  /** A part of the key. */
  q: string | undefined;
  after: TimePosition | undefined;
  rows: number;
}

const isFound = ({ kind, q }: RemovalPageRequest) =>
  and(
    kind && eq(removal.kind, kind),
    q === undefined ? undefined : sql`instr(${removal.key}, ${q}) > 0`,
  );

/** Only a search counts rows; triggers maintain the other counts. */
export async function readRemovalPage(db: DrizzleD1Database, request: RemovalPageRequest) {
  const { after, rows } = request;
  const page = db
    .select()
    .from(removal)
    .where(
      and(
        isFound(request),
        after && sql`(${removal.createdAt}, ${removal.id}) < (${after.createdAt}, ${after.id})`,
      ),
    )
    .orderBy(desc(removal.createdAt), desc(removal.id))
    .limit(rows);
  const state = db.select().from(removalState);
  if (request.q === undefined) {
    const [found, [counts]] = await db.batch([page, state]);
    return { found, counts, matches: null };
  }
  const total = db.select({ matches: count() }).from(removal).where(isFound(request));
  const [found, [counts], [counted]] = await db.batch([page, state, total]);
  return { found, counts, matches: counted?.matches ?? 0 };
}
