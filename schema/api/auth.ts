import * as z from "zod/mini";
import {
  emptyAsAbsent,
  newPassword,
  optionalEmail,
  passwordField,
  patternField,
  requiredText,
  trimmedLength,
} from "./fields.ts";

/** The name of the meta element with Turnstile's site key. */
export const CHALLENGE_META = "challenge-key";
/** The trusted-types policy for the address of Turnstile's script. */
export const CHALLENGE_POLICY = "challenge";
/** Failed logins that a visitor may make by mistake; after them a login needs a challenge. */
export const FREE_FAILURES = 3;

const USERNAME = /^[A-Za-z0-9_]+$/;

/** The token of Turnstile's widget, whose input has this name. */
const invalidChallenge = { error: "Invalid challenge" };
const challenge = emptyAsAbsent(
  z.string(invalidChallenge).check(z.maxLength(2_048, invalidChallenge)),
);

/** The specification ends the login's field here; sign-up takes e-mail addresses of up to 254 characters. */
const LONGEST_LOGIN = 50;

export const isTooLongToLogIn = (email: string): boolean => trimmedLength(email) > LONGEST_LOGIN;

const tooLongToLogIn = (typed: string): string =>
  typed.includes("@")
    ? "This email address is too long to log in with. Use your username instead."
    : "Username must be at most 50 characters";

export const loginRequest = z.object({
  challenge,
  username: requiredText("Username is required", { max: [LONGEST_LOGIN, tooLongToLogIn] }),
  password: passwordField("Password must be at least 6 characters", 6),
});
export type LoginRequest = z.input<typeof loginRequest>;

export const signupRequest = z.object({
  challenge,
  username: z.pipe(
    requiredText("Username is required", {
      min: [3, "Username must be at least 3 characters"],
      max: [30, "Username must be at most 30 characters"],
    }),
    patternField(USERNAME, "Username can only contain letters, numbers, and underscores"),
  ),
  email: optionalEmail("Invalid email"),
  displayName: emptyAsAbsent(
    requiredText("Invalid display name", {
      max: [50, "Display name must be at most 50 characters"],
    }),
  ),
  password: newPassword,
});
export type SignupRequest = z.input<typeof signupRequest>;

export interface AccountUser {
  id: string;
  username: string;
  email: string | null;
  displayName: string | null;
  isVerified: boolean;
  createdAt: string;
  lastLoginAt: string | null;
}

export interface UserEnvelope {
  success: true;
  user: AccountUser;
}

export interface AuthStatusResponse {
  isAuthenticated: boolean;
  user: AccountUser | null;
}
