import type { LoginRequest, SignupRequest } from "#schema/api/auth.ts";
import type { Deps } from "#worker/deps.ts";
import type { AccountRow } from "./auth.rules.ts";
import { admit, findCredentials, insertAccount, type AccountKey } from "./auth.store.ts";
import { keysFor, refuse, refuseIfLocked } from "./lockout.service.ts";
import { prepareSession, sidOf } from "./sessions.service.ts";

/** Who asks: the session cookie that came with it, and the address. */
export interface Caller {
  presentedToken: string | null;
  address: string;
}

export interface SignedIn {
  account: AccountRow;
  token: string;
}

export async function signUp(
  deps: Deps,
  request: SignupRequest,
  caller: Pick<Caller, "presentedToken">,
): Promise<SignedIn> {
  const { username, email, displayName, password } = request;
  const id = deps.clock.uuid();
  const { token, row } = await prepareSession(deps, id);
  const account = await insertAccount(
    deps.db,
    { id, username, email, displayName, password: deps.passwords.hash(password) },
    row,
    new Date(deps.clock.now()),
    await sidOf(caller.presentedToken),
  );
  return { account, token };
}

/** An address has an @ and a username never has. */
const keyOf = (name: string): AccountKey => ({
  by: name.includes("@") ? "email" : "username",
  value: name,
});

/** One hash, known name or not; one message for every way to fail. */
export async function logIn(deps: Deps, request: LoginRequest, caller: Caller): Promise<SignedIn> {
  const { db, clock, passwords } = deps;
  const keys = await keysFor(deps, request.username, caller.address);
  const found = await findCredentials(db, keyOf(request.username), keys, clock.now());
  refuseIfLocked(deps, found.lockedUntil);
  const stored = found.account?.password ?? passwords.decoy;
  const isRight = passwords.verify(stored, request.password);
  const account = isRight ? found.account : null;
  if (!account) return refuse(deps, keys, "auth.invalid_credentials");
  const { token, row } = await prepareSession(deps, account.id);
  const now = new Date(clock.now());
  const isAdmitted = await admit(
    db,
    {
      row,
      checkedHash: stored,
      newHash: passwords.isOutdated(stored) ? passwords.hash(request.password) : stored,
      keys,
      presented: await sidOf(caller.presentedToken),
    },
    now,
  );
  if (!isAdmitted) return refuse(deps, keys, "auth.invalid_credentials");
  return { account: { ...account, lastLoginAt: now }, token };
}

/** The account's password, asked again of somebody signed in. Answers the hash it was checked against. */
export async function confirmPassword(
  deps: Deps,
  { id, username }: Pick<AccountRow, "id" | "username">,
  password: string,
  address: string,
): Promise<string> {
  const keys = await keysFor(deps, username, address);
  const found = await findCredentials(deps.db, { by: "id", value: id }, keys, deps.clock.now());
  refuseIfLocked(deps, found.lockedUntil);
  const stored = found.account?.password ?? deps.passwords.decoy;
  if (!deps.passwords.verify(stored, password)) await refuse(deps, keys, "auth.wrong_password");
  return stored;
}
