import type { ChangePasswordRequest, DeleteAccountRequest } from "#schema/api/account.ts";
import type { AddressPrefixes } from "#worker/lib/address-prefixes.ts";
import { confirmPassword, writeWhileChecked, type Caller } from "#worker/auth/auth.service.ts";
import { accountOwner, addressHash, addToDeviceCookie } from "#worker/auth/devices.service.ts";
import { newSessionToken, type CurrentSession } from "#worker/auth/sessions.service.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { accountExists, deleteAccount, deleteSlice, replacePassword } from "./account.store.ts";

/** The account was deleted or its password changed after the caller's password was checked. */
async function refuseOvertaken({ db }: Deps, userId: string): Promise<never> {
  throw new AppError((await accountExists(db, userId)) ? "auth.wrong_password" : "auth.required");
}

/**
 * Keeps the caller's session under a new token and ends all others: copies of the former token open nothing. Returns
 * that token, null if the session has ended meanwhile, and the device cookie that is known from now on: cookies of the
 * old password are not.
 */
export async function changePassword(
  deps: Deps,
  session: CurrentSession,
  request: ChangePasswordRequest,
  { deviceCookie, prefixes }: Pick<Caller, "deviceCookie" | "prefixes">,
): Promise<{ token: string | null; deviceCookie: string }> {
  const { sid, account } = session;
  const checked = await confirmPassword(deps, session, request.currentPassword, prefixes);
  const newHash = deps.passwords.hash(request.newPassword);
  const now = new Date(deps.clock.now());
  const { token, sid: newSid } = await newSessionToken(deps);
  const kept = { sid, newSid, keptAddress: await addressHash(deps, prefixes.own) };
  let isSessionKept = false;
  const isReplaced = await writeWhileChecked(deps, checked, async (checkedHash) => {
    const change = { userId: account.id, checkedHash, newHash, ...kept };
    const done = await replacePassword(deps.db, change, now);
    isSessionKept = done.isSessionKept;
    return done.isReplaced;
  });
  if (!isReplaced) await refuseOvertaken(deps, account.id);
  const former = accountOwner(account.id, checked.checkedHash);
  const owner = accountOwner(account.id, newHash);
  return {
    token: isSessionKept ? token : null,
    deviceCookie: await addToDeviceCookie(deps, deviceCookie, owner, former),
  };
}

export async function closeAccount(
  deps: Deps,
  session: CurrentSession,
  request: DeleteAccountRequest,
  prefixes: AddressPrefixes,
): Promise<void> {
  const checked = await confirmPassword(deps, session, request.password, prefixes);
  const now = new Date(deps.clock.now());
  const isDeleted = await writeWhileChecked(deps, checked, (checkedHash) =>
    deleteAccount(deps.db, session.account.id, checkedHash, now),
  );
  if (!isDeleted) await refuseOvertaken(deps, session.account.id);
}

const MAX_SLICES = 40;

/** Deletes in slices, so that other requests reach the database between two of them. */
export async function removeDeletedAccounts({ db }: Pick<Deps, "db">): Promise<void> {
  for (let count = 0; count < MAX_SLICES; count += 1) {
    if (!(await deleteSlice(db))) return;
  }
}
