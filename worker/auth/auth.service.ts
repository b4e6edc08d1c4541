import { FREE_FAILURES, type LoginRequest, type SignupRequest } from "#schema/api/auth.ts";
import type { AddressPrefixes } from "#worker/lib/address-prefixes.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import type { AccountRow } from "./auth.rules.ts";
import {
  findCredentials,
  insertAccount,
  insertSessionUnlessLocked,
  type AccountKey,
  type Admission,
  type Credentials,
} from "./auth.store.ts";
import { requireChallenge } from "./challenge.service.ts";
import {
  accountOwner,
  addressHash,
  addToDeviceCookie,
  deviceIdOf,
  isKnownDevice,
} from "./devices.service.ts";
import {
  countersThatRefuse,
  mostFailures,
  type Attempt,
  type LockoutCounters,
  type Trust,
} from "./lockout.rules.ts";
import {
  countersOf,
  refuse,
  refuseIfLocked,
  refuseIfLockedNow,
  type LockoutCheck,
} from "./lockout.service.ts";
import { readCounterStates } from "./lockout.store.ts";
import { prepareSession, sidOf, type CurrentSession } from "./sessions.service.ts";

export interface Caller {
  presentedToken: string | null;
  deviceCookie: string | null;
  prefixes: AddressPrefixes;
}

export interface SignedIn {
  account: AccountRow;
  token: string;
  deviceCookie: string;
}

export async function signUp(
  deps: Deps,
  request: SignupRequest,
  caller: Caller,
): Promise<SignedIn> {
  const { username, email, displayName, password, challenge } = request;
  await requireChallenge(deps, challenge);
  const id = deps.clock.uuid();
  const now = new Date(deps.clock.now());
  const passwordHash = deps.passwords.hash(password);
  const { token, row } = await prepareSession(deps, id, now);
  const account = await insertAccount(
    deps.db,
    { id, username, email, displayName, password: passwordHash },
    row,
    now,
    {
      presented: await sidOf(caller.presentedToken),
      address: await addressHash(deps, caller.prefixes.own),
    },
  );
  return {
    account,
    token,
    deviceCookie: await addToDeviceCookie(
      deps,
      caller.deviceCookie,
      accountOwner(id, passwordHash),
    ),
  };
}

/** An e-mail address has an @, a username never has. */
const accountKeyFor = (name: string): AccountKey => ({
  by: name.includes("@") ? "email" : "username",
  value: name,
});

async function trustOf(
  deps: Deps,
  { deviceCookie }: Pick<Caller, "deviceCookie">,
  { account, isKnownAddress }: Pick<Credentials, "account" | "isKnownAddress">,
): Promise<Trust> {
  const owner = accountOwner(account?.id ?? "-", account?.password ?? "-");
  if (await isKnownDevice(deps, deviceCookie, owner)) return "device";
  return isKnownAddress ? "address" : null;
}

/**
 * Failures with an e-mail address count under the account's username, so that two names allow no more guesses. Every
 * e-mail address costs the second read: the response time must not tell whether it has an account.
 */
async function withAccountCounters(
  deps: Deps,
  attempt: Attempt,
  byName: LockoutCounters | null,
  found: Credentials,
): Promise<{ counters: LockoutCounters | null; found: Credentials }> {
  if (byName) return { counters: byName, found };
  const name = found.account?.username ?? attempt.name;
  const counters = await countersOf(deps, { ...attempt, name });
  if (!counters) return { counters, found };
  const states = await readCounterStates(deps.db, counters, deps.clock.now());
  return { counters, found: { ...found, states } };
}

export interface CheckedPassword {
  userId: string;
  password: string;
  /** The stored hash that the password matched. */
  checkedHash: string;
}

/**
 * Runs `write`, which returns false if the stored hash is no longer the checked one, and once more if a parallel login
 * has renewed the hash of the same password since the check.
 */
export async function writeWhileChecked(
  { db, clock, passwords }: Deps,
  { userId, password, checkedHash }: CheckedPassword,
  write: (checkedHash: string) => Promise<boolean>,
): Promise<boolean> {
  if (await write(checkedHash)) return true;
  const key = { by: "id", value: userId } as const;
  const { account } = await findCredentials(db, key, { counters: null, address: "" }, clock.now());
  const stored = account?.password ?? passwords.decoy;
  return stored !== checkedHash && passwords.verify(stored, password) && write(stored);
}

/** Stores the session, and an outdated hash at today's cost. Returns the hash that is stored then; null if refused. */
async function admit(
  deps: Deps,
  { password, checkedHash }: Omit<CheckedPassword, "userId">,
  admission: Omit<Admission, "checkedHash" | "newHash">,
  now: Date,
): Promise<string | null> {
  const { db, passwords } = deps;
  const checked = { userId: admission.row.unearthUserId, password, checkedHash };
  let newHash = checkedHash;
  const isIn = await writeWhileChecked(deps, checked, (stored) => {
    newHash = passwords.isOutdated(stored) ? passwords.hash(password) : stored;
    return insertSessionUnlessLocked(db, { ...admission, checkedHash: stored, newHash }, now);
  });
  return isIn ? newHash : null;
}

/** Every failure costs one hash and has the same error, so that neither tells whether the name exists. */
export async function logIn(deps: Deps, request: LoginRequest, caller: Caller): Promise<SignedIn> {
  const { db, clock, passwords } = deps;
  const { prefixes, deviceCookie } = caller;
  const device = deviceIdOf(deviceCookie);
  const asked = accountKeyFor(request.username);
  const attempt = { form: "login", name: request.username, prefixes, device } as const;
  const byName = asked.by === "username" ? await countersOf(deps, attempt) : null;
  const address = await addressHash(deps, prefixes.own);
  const credentials = await findCredentials(db, asked, { counters: byName, address }, clock.now());
  const { counters, found } = await withAccountCounters(deps, attempt, byName, credentials);
  const check: LockoutCheck = { counters, trust: await trustOf(deps, caller, found) };
  refuseIfLocked(deps, check, found.states);
  const refusing = counters ? countersThatRefuse(counters, check.trust) : [];
  if (mostFailures(found.states, refusing) >= FREE_FAILURES) {
    await requireChallenge(deps, request.challenge);
  }
  const stored = found.account?.password ?? passwords.decoy;
  const account = passwords.verify(stored, request.password) ? found.account : null;
  if (!account) return refuse(deps, check, "auth.invalid_credentials");
  const { token, row } = await prepareSession(deps, account.id, account.createdAt);
  const now = new Date(clock.now());
  const presented = await sidOf(caller.presentedToken);
  const checked = { password: request.password, checkedHash: stored };
  const admission = { row, counters: refusing, presented, address };
  const storedHash = await admit(deps, checked, admission, now);
  if (storedHash === null) return refuse(deps, check, "auth.invalid_credentials");
  return {
    account: { ...account, lastLoginAt: now },
    token,
    deviceCookie: await addToDeviceCookie(
      deps,
      deviceCookie,
      accountOwner(account.id, storedHash),
      accountOwner(account.id, stored),
    ),
  };
}

/**
 * Checks a signed-in visitor's password again. The session counts as a known device, so that failed logins of strangers
 * do not lock out the owner here.
 */
export async function confirmPassword(
  deps: Deps,
  { sid, account: { id, username } }: Pick<CurrentSession, "sid" | "account">,
  password: string,
  prefixes: AddressPrefixes,
): Promise<CheckedPassword> {
  const attempt = { form: "login", name: username, prefixes, device: sid } as const;
  const check: LockoutCheck = { counters: await countersOf(deps, attempt), trust: "device" };
  const place = { counters: check.counters, address: "" };
  const found = await findCredentials(deps.db, { by: "id", value: id }, place, deps.clock.now());
  refuseIfLocked(deps, check, found.states);
  const stored = found.account?.password;
  // Deleted since the session was read; the account's row outlives it with an empty hash (decision 077).
  if (!stored) throw new AppError("auth.required");
  if (!deps.passwords.verify(stored, password)) await refuse(deps, check, "auth.wrong_password");
  // Parallel guesses pass the first check before any of them is counted.
  await refuseIfLockedNow(deps, check);
  return { userId: id, password, checkedHash: stored };
}
