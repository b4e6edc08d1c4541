import { sweep } from "#worker/cron/sweep.ts";
import type { Deps } from "#worker/deps.ts";
import { errorFields, log } from "#worker/log.ts";
import type { AccountRow } from "./auth.rules.ts";
import {
  SESSIONS,
  deleteSession,
  extendSession,
  findLiveSession,
  type NewSession,
} from "./sessions.store.ts";
import { digest, isToken, newToken } from "./tokens.ts";

const DAY = 86_400_000;
export const SESSION_MS = 30 * DAY;

export interface CurrentSession {
  sid: string;
  account: AccountRow;
  /** As stored; the preferences service knows what it means. */
  preferences: string | null;
  /** Its end was moved, so the cookie's has to move too. */
  renewed: boolean;
}

/** A session not stored yet, and the only copy of its token. */
export async function prepareSession(
  { clock }: Pick<Deps, "clock">,
  userId: string,
): Promise<{ token: string; row: NewSession }> {
  const token = newToken(clock);
  const now = clock.now();
  return {
    token,
    row: {
      sid: await digest(token),
      sess: JSON.stringify({ createdAt: new Date(now).toISOString() }),
      expire: new Date(now + SESSION_MS),
      unearthUserId: userId,
    },
  };
}

/** The stored id behind a cookie's value; null for what no cookie of ours can hold. */
export async function sidOf(token: string | null): Promise<string | null> {
  return token !== null && isToken(token) ? digest(token) : null;
}

/** Sliding, but written at most once a day: reading a session costs no write on other calls. */
export async function readSession(
  deps: Deps,
  token: string | null,
): Promise<CurrentSession | null> {
  const sid = await sidOf(token);
  if (sid === null) return null;
  const now = deps.clock.now();
  const found = await findLiveSession(deps.d1, sid, now);
  if (!found) return null;
  const renewed = found.expire.getTime() <= now + SESSION_MS - DAY;
  if (renewed) {
    const renewal = extendSession(deps.db, sid, new Date(now + SESSION_MS));
    deps.waitUntil(
      renewal.catch((error: unknown) => log("warn", "session_renewal", errorFields(error))),
    );
  }
  return { sid, account: found.account, preferences: found.preferences, renewed };
}

export async function endSession(deps: Deps, token: string | null): Promise<void> {
  const sid = await sidOf(token);
  if (sid !== null) await deleteSession(deps.db, sid);
}

export const sweepSessions = sweep("sessions", SESSIONS);
