import * as z from "zod/mini";
import type { Preferences } from "../choices.ts";
import type { AccountUser } from "./auth.ts";
import type { Feedback } from "./feedback.ts";
import { newPassword, passwordField } from "./fields.ts";
import type { WaitingFacts } from "./saved.ts";

export const changePasswordRequest = z.object({
  currentPassword: passwordField("Current password is required"),
  newPassword,
});
export type ChangePasswordRequest = z.input<typeof changePasswordRequest>;

export const deleteAccountRequest = z.object({ password: passwordField("Password is required") });
export type DeleteAccountRequest = z.input<typeof deleteAccountRequest>;

export interface AccountExport {
  exportedAt: string;
  user: AccountUser;
  preferences: Preferences;
  /** Live sessions. */
  sessions: { createdAt: string | null; expiresAt: string }[];
  /** Entries sent while logged in. */
  feedback: Omit<Feedback, "id" | "priority">[];
  hearts: {
    users: { username: string; createdAt: string }[];
    posts: { id: string; title: string | null; createdAt: string }[];
    /** Hearts of posts that the source does not know yet. */
    waiting: WaitingFacts[];
  };
}
