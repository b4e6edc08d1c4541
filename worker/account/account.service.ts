import type {
  AccountExport,
  ChangePasswordRequest,
  DeleteAccountRequest,
} from "#schema/api/auth.ts";
import { toAccountUser } from "#worker/auth/auth.rules.ts";
import { confirmPassword } from "#worker/auth/auth.service.ts";
import type { CurrentSession } from "#worker/auth/sessions.service.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { preferencesOf } from "#worker/preferences/preferences.service.ts";
import { deleteAccount, listHearts, replacePassword } from "./account.store.ts";

/** The session that asks goes on; every other one ends with the old password. */
export async function changePassword(
  deps: Deps,
  { sid, account }: CurrentSession,
  request: ChangePasswordRequest,
  address: string,
): Promise<void> {
  const checkedHash = await confirmPassword(deps, account, request.currentPassword, address);
  const newHash = deps.passwords.hash(request.newPassword);
  const change = { userId: account.id, checkedHash, newHash, keptSid: sid };
  if (!(await replacePassword(deps.db, change, new Date(deps.clock.now())))) {
    throw new AppError("auth.wrong_password");
  }
}

export async function closeAccount(
  deps: Deps,
  { account }: CurrentSession,
  request: DeleteAccountRequest,
  address: string,
): Promise<void> {
  const checkedHash = await confirmPassword(deps, account, request.password, address);
  if (!(await deleteAccount(deps.db, account.id, checkedHash))) {
    throw new AppError("auth.wrong_password");
  }
}

export async function exportAccount(deps: Deps, current: CurrentSession): Promise<AccountExport> {
  const { users, posts } = await listHearts(deps.db, current.account.id);
  const withTime = <T extends { createdAt: Date }>(heart: T) => ({
    ...heart,
    createdAt: heart.createdAt.toISOString(),
  });
  return {
    exportedAt: new Date(deps.clock.now()).toISOString(),
    user: toAccountUser(current.account),
    preferences: preferencesOf(current),
    hearts: { users: users.map(withTime), posts: posts.map(withTime) },
  };
}
