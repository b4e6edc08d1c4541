import { KEPT_DAYS } from "#schema/kept.ts";
import { DAY_MS } from "#schema/time.ts";
import type { Deps } from "#worker/deps.ts";
import { toBase64Url } from "#worker/lib/base64-url.ts";
import { logFailure } from "#worker/lib/log.ts";
import type { AccountRow } from "./auth.rules.ts";
import {
  deleteSession,
  extendSession,
  findLiveSession,
  type NewSession,
} from "./sessions.store.ts";

export const SESSION_MS = KEPT_DAYS.session * DAY_MS;

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export interface CurrentSession {
  sid: string;
  account: AccountRow;
  /** The stored JSON. */
  preferences: string | null;
  /** The session's end moves, so the cookie's has to move too. */
  renewed: boolean;
}

/** SHA-256, stored instead of the token: it cannot be reversed, and its lookup leaks nothing by timing. */
export async function digest(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return toBase64Url(new Uint8Array(hash));
}

/** The token, 256 random bits, is the value of the session cookie; only its hash, the session's id, is ever stored. */
export async function newSessionToken({ clock }: Pick<Deps, "clock">) {
  const token = toBase64Url(clock.randomBytes(TOKEN_BYTES));
  return { token, sid: await digest(token) };
}

/** Does not store the session. */
export async function prepareSession(
  deps: Pick<Deps, "clock">,
  userId: string,
  accountCreatedAt: Date,
): Promise<{ token: string; row: NewSession }> {
  const { token, sid } = await newSessionToken(deps);
  const now = deps.clock.now();
  return {
    token,
    row: {
      sid,
      sess: JSON.stringify({ createdAt: new Date(now).toISOString() }),
      expire: new Date(now + SESSION_MS),
      unearthUserId: userId,
      accountCreatedAt,
    },
  };
}

/** The stored id of the session; null for a token of the wrong form. */
export async function sidOf(token: string | null): Promise<string | null> {
  return token !== null && TOKEN.test(token) ? digest(token) : null;
}

async function findSession(deps: Deps, token: string | null): Promise<CurrentSession | null> {
  const sid = await sidOf(token);
  if (sid === null) return null;
  const now = deps.clock.now();
  const found = await findLiveSession(deps.d1, sid, now);
  if (!found) return null;
  const renewed = found.expire.getTime() <= now + SESSION_MS - DAY_MS;
  return { sid, account: found.account, preferences: found.preferences, renewed };
}

/** Moves the session's end at most once a day, so that most calls only read. */
export async function readSession(
  deps: Deps,
  token: string | null,
): Promise<CurrentSession | null> {
  const found = await findSession(deps, token);
  if (found?.renewed) {
    const renewal = extendSession(deps.db, found.sid, new Date(deps.clock.now() + SESSION_MS));
    deps.waitUntil(renewal.catch(logFailure("session_renewal")));
  }
  return found;
}

/**
 * For pages, whose headers are sent before the session is known, so they cannot renew the cookie. Returns undefined
 * for a session that is due for renewal: the app's status call renews it.
 */
export async function peekSession(
  deps: Deps,
  token: string | null,
): Promise<CurrentSession | null | undefined> {
  const found = await findSession(deps, token);
  return found?.renewed ? undefined : found;
}

export async function endSession(deps: Deps, token: string | null): Promise<void> {
  const sid = await sidOf(token);
  if (sid !== null) await deleteSession(deps.db, sid);
}
