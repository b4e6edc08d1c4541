import {
  and,
  count,
  desc,
  eq,
  exists,
  gt,
  isNull,
  lt,
  ne,
  notInArray,
  or,
  sql,
  type SQL,
} from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { ERRORS } from "#schema/api/errors.ts";
import { appUser } from "#schema/db/app-users.ts";
import { knownAddress } from "#schema/db/known-addresses.ts";
import { session } from "#schema/db/sessions.ts";
import { KEPT_DAYS } from "#schema/kept.ts";
import { DAY_MS } from "#schema/time.ts";
import { AppError, isUniqueViolation } from "#worker/errors.ts";
import type { AccountRow } from "./auth.rules.ts";
import {
  parseStates,
  type Counter,
  type CounterStates,
  type LockoutCounters,
} from "./lockout.rules.ts";
import { counterStates, lockedUntil } from "./lockout.store.ts";
import { ACCOUNT_COLUMNS, type NewSession } from "./sessions.store.ts";

export interface NewAccount {
  id: string;
  username: string;
  email: string | undefined;
  displayName: string | undefined;
  password: string;
}

const lowerUsername = sql`lower(${appUser.username})`;
const lowerEmail = sql`lower(${appUser.email})`;

/** Names every taken field, because SQLite reports the first only. */
async function refuseTaken(
  db: DrizzleD1Database,
  { username, email }: NewAccount,
  cause: unknown,
): Promise<never> {
  const isTaken = ["app_user_username_unique", "app_user_email_unique"].some((index) =>
    isUniqueViolation(cause, index),
  );
  if (!isTaken) throw cause;
  const [name, address] = [username.toLowerCase(), email?.toLowerCase()];
  const owners = await db
    .select({ name: lowerUsername, address: lowerEmail })
    .from(appUser)
    .where(or(eq(lowerUsername, name), address ? eq(lowerEmail, address) : undefined));
  const inputs = [
    ["username", "auth.username_taken", owners.some((owner) => owner.name === name)],
    ["email", "auth.email_taken", owners.some((owner) => owner.address === address)],
  ] as const;
  const taken = inputs.filter(([, , isInUse]) => isInUse);
  const fields = Object.fromEntries(taken.map(([input, code]) => [input, ERRORS[code][1]]));
  // The account with the name may be deleted by now.
  throw new AppError(taken[0]?.[1] ?? "internal.unavailable", { fields, cause });
}

const KNOWN_ADDRESS_MS = KEPT_DAYS.knownAddress * DAY_MS;
/** Without a limit a script with a network of 65,536 /64s could store them all, and one statement deletes them. */
export const MAX_KNOWN_ADDRESSES = 100;

/** Remembers the address for an account whose session was just stored in the same batch. */
function rememberAddress(
  db: DrizzleD1Database,
  { sid, unearthUserId }: NewSession,
  address: string,
  now: Date,
) {
  const expiresAt = now.getTime() + KNOWN_ADDRESS_MS;
  const others = db
    .select({ count: count() })
    .from(knownAddress)
    .where(and(eq(knownAddress.unearthUserId, unearthUserId), ne(knownAddress.address, address)));
  const known = db
    .select({
      unearthUserId: session.unearthUserId,
      address: sql<string>`${address}`.as("address"),
      expiresAt: sql<Date>`${expiresAt}`.as("expires_at"),
    })
    .from(session)
    .where(and(eq(session.sid, sid), lt(sql`${others}`, MAX_KNOWN_ADDRESSES)));
  return db
    .insert(knownAddress)
    .select(known)
    .onConflictDoUpdate({
      target: [knownAddress.unearthUserId, knownAddress.address],
      set: { expiresAt: new Date(expiresAt) },
      // At most one write a day for an address.
      setWhere: sql`${knownAddress.expiresAt} < ${expiresAt - DAY_MS}`,
    });
}

const endPresented = (db: DrizzleD1Database, presented: string | null, when?: SQL) =>
  presented === null ? [] : [db.delete(session).where(and(eq(session.sid, presented), when))];

/** Without a limit a script could leave hundreds of thousands, which one statement deletes with the account. */
export const MAX_SESSIONS = 100;

/** Ends the account's sessions above the limit, the longest unused first, never the new one. */
function endOldest(db: DrizzleD1Database, { sid, unearthUserId }: NewSession, when: SQL) {
  const others = and(eq(session.unearthUserId, unearthUserId), ne(session.sid, sid));
  const kept = db
    .select({ sid: session.sid })
    .from(session)
    .where(others)
    .orderBy(desc(session.expire))
    .limit(MAX_SESSIONS - 1);
  return db.delete(session).where(and(others, notInArray(session.sid, kept), when));
}

/** Stores the account and its first session, or neither; the presented session ends. */
export async function insertAccount(
  db: DrizzleD1Database,
  account: NewAccount,
  first: NewSession,
  now: Date,
  { presented, address }: { presented: string | null; address: string },
): Promise<AccountRow> {
  const insertUser = db
    .insert(appUser)
    .values({ ...account, createdAt: now, updatedAt: now, lastLoginAt: now })
    .returning(ACCOUNT_COLUMNS);
  const insertSession = db.insert(session).values(first);
  const [[row]] = await db
    .batch([
      insertUser,
      insertSession,
      rememberAddress(db, first, address, now),
      ...endPresented(db, presented),
    ])
    .catch((error: unknown) => refuseTaken(db, account, error));
  if (!row) throw new Error("The insert of an account returned no row");
  return row;
}

export type AccountKey = { by: "username" | "email" | "id"; value: string };

export interface Credentials {
  account: (AccountRow & { password: string }) | null;
  isKnownAddress: boolean;
  states: CounterStates;
}

const ONE_ROW = sql`(select 1) as attempt`;

/** One statement, which costs the same with and without an account. */
export async function findCredentials(
  db: DrizzleD1Database,
  key: AccountKey,
  { counters, address }: { counters: LockoutCounters | null; address: string },
  now: number,
): Promise<Credentials> {
  const column = appUser[key.by];
  const matches =
    key.by === "id" ? eq(column, key.value) : eq(sql`lower(${column})`, sql`lower(${key.value})`);
  const known = db
    .select({ address: knownAddress.address })
    .from(knownAddress)
    .where(
      and(
        eq(knownAddress.unearthUserId, appUser.id),
        eq(knownAddress.address, address),
        gt(knownAddress.expiresAt, new Date(now)),
      ),
    );
  const [row] = await db
    .select({
      account: { ...ACCOUNT_COLUMNS, password: appUser.password },
      states: counterStates(db, counters, now),
      isKnownAddress: sql<0 | 1>`${exists(known)}`,
    })
    .from(ONE_ROW)
    .leftJoin(appUser, matches);
  return {
    account: row?.account?.id ? row.account : null,
    isKnownAddress: row?.isKnownAddress === 1,
    states: parseStates(row?.states ?? "{}"),
  };
}

export interface Admission {
  row: NewSession;
  /** The hash that the password was checked against; if the stored one has changed, no session is stored. */
  checkedHash: string;
  newHash: string;
  /** The counters that can refuse the caller. */
  counters: readonly Counter[];
  presented: string | null;
  address: string;
}

/**
 * After a right password: stores the session, its time and address, and ends the presented session and those above the
 * limit. Stores nothing if a lockout began since the check, so that parallel guesses gain nothing.
 */
export async function insertSessionUnlessLocked(
  db: DrizzleD1Database,
  admission: Admission,
  now: Date,
) {
  const { row, checkedHash, newHash, counters, presented, address } = admission;
  const isUnchanged = and(eq(appUser.id, row.unearthUserId), eq(appUser.password, checkedHash));
  const insert = db.insert(session).select(
    db
      .select({
        sid: sql<string>`${row.sid}`.as("sid"),
        sess: sql<string>`${row.sess}`.as("sess"),
        expire: sql<Date>`${row.expire.getTime()}`.as("expire"),
        unearthUserId: appUser.id,
        accountCreatedAt: appUser.createdAt,
      })
      .from(appUser)
      .where(and(isUnchanged, isNull(lockedUntil(db, counters, now.getTime())))),
  );
  const isIn = exists(
    db.select({ sid: session.sid }).from(session).where(eq(session.sid, row.sid)),
  );
  const touch = db
    .update(appUser)
    .set({ lastLoginAt: now, password: newHash })
    .where(and(eq(appUser.id, row.unearthUserId), isIn));
  const [{ meta }] = await db.batch([
    insert,
    touch,
    rememberAddress(db, row, address, now),
    ...endPresented(db, presented, isIn),
    endOldest(db, row, isIn),
  ]);
  return meta.changes > 0;
}
