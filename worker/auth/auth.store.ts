import { and, eq, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { appUser } from "#schema/db/app-users.ts";
import { session } from "#schema/db/sessions.ts";
import { AppError, isUniqueViolation } from "#worker/errors.ts";
import type { AccountRow } from "./auth.rules.ts";
import type { LockoutKeys } from "./lockout.rules.ts";
import { lockedUntil } from "./lockout.store.ts";
import { ACCOUNT_COLUMNS, type NewSession } from "./sessions.store.ts";

export interface NewAccount {
  id: string;
  username: string;
  email: string | undefined;
  displayName: string | undefined;
  password: string;
}

function takenName(error: unknown): never {
  for (const [index, code, field] of [
    ["app_user_username_unique", "auth.username_taken", "username"],
    ["app_user_email_unique", "auth.email_taken", "email"],
  ] as const) {
    if (!isUniqueViolation(error, index)) continue;
    const taken = new AppError(code, { cause: error });
    throw new AppError(code, { fields: { [field]: taken.message }, cause: error });
  }
  throw error;
}

/** The account and its first session, or neither; the session that was presented ends. */
export async function insertAccount(
  db: DrizzleD1Database,
  account: NewAccount,
  first: NewSession,
  now: Date,
  presented: string | null,
): Promise<AccountRow> {
  const insertUser = db
    .insert(appUser)
    .values({ ...account, createdAt: now, updatedAt: now, lastLoginAt: now })
    .returning(ACCOUNT_COLUMNS);
  const insertSession = db.insert(session).values(first);
  const [[row]] = await (
    presented === null
      ? db.batch([insertUser, insertSession])
      : db.batch([insertUser, insertSession, db.delete(session).where(eq(session.sid, presented))])
  ).catch(takenName);
  if (!row) throw new Error("an insert returned nothing");
  return row;
}

export type AccountKey = { by: "username" | "email" | "id"; value: string };

export interface Credentials {
  account: (AccountRow & { password: string }) | null;
  lockedUntil: number | null;
}

/** What an attempt is judged by, in one statement that costs the same whether or not there is an account. */
export async function findCredentials(
  db: DrizzleD1Database,
  key: AccountKey,
  keys: LockoutKeys | null,
  now: number,
): Promise<Credentials> {
  const column = appUser[key.by];
  const matches =
    key.by === "id" ? eq(column, key.value) : eq(sql`lower(${column})`, sql`lower(${key.value})`);
  const [row] = await db
    .select({
      account: { ...ACCOUNT_COLUMNS, password: appUser.password },
      lockedUntil: lockedUntil(keys, now),
    })
    .from(sql`(select 1) as attempt`)
    .leftJoin(appUser, matches);
  return { account: row?.account?.id ? row.account : null, lockedUntil: row?.lockedUntil ?? null };
}

export interface Admission {
  row: NewSession;
  /** The hash the password was checked against: if it changed meanwhile, nobody is let in. */
  checkedHash: string;
  newHash: string;
  keys: LockoutKeys | null;
  presented: string | null;
}

/**
 * Lets somebody in whose password was right: new session, last login, the presented session gone.
 * All of it only if no lockout began meanwhile, so that guessing in parallel gains nothing.
 */
export async function admit(db: DrizzleD1Database, admission: Admission, now: Date) {
  const { row, checkedHash, newHash, keys, presented } = admission;
  const insert = db.insert(session).select(sql`
    select ${row.sid}, ${row.sess}, ${row.expire.getTime()}, id from app_user
    where id = ${row.unearthUserId} and password = ${checkedHash}
      and ${lockedUntil(keys, now.getTime())} is null
  `);
  const isIn = sql`exists (select 1 from session where sid = ${row.sid})`;
  const touch = db
    .update(appUser)
    .set({ lastLoginAt: now, password: newHash })
    .where(and(eq(appUser.id, row.unearthUserId), isIn));
  const [{ meta }] = await (presented === null
    ? db.batch([insert, touch])
    : db.batch([insert, touch, db.delete(session).where(and(eq(session.sid, presented), isIn))]));
  return meta.changes > 0;
}
