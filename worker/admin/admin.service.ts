import { sweep } from "#worker/cron/sweep.ts";
import type { Deps } from "#worker/deps.ts";
import type { Config } from "#worker/env.ts";
import { AppError } from "#worker/errors.ts";
import { signToken, TOKEN_MS, verifyToken, type AdminToken } from "./admin.rules.ts";
import { REVOCATIONS, isRevoked, revoke } from "./admin.store.ts";

export function adminSettings(config: Config): NonNullable<Config["admin"]> {
  if (!config.admin) throw new AppError("admin.not_configured");
  return config.admin;
}

export async function logInAdmin(
  { config, clock, passwords }: Deps,
  password: string,
): Promise<{ token: string; expiresAt: Date }> {
  const { passwordHash, jwtSecret } = adminSettings(config);
  if (!passwords.verify(passwordHash, password)) throw new AppError("admin.invalid_credentials");
  const now = clock.now();
  // A JWT counts in seconds: the answer says the very end that the token holds.
  const expiresAt = new Date(Math.floor((now + TOKEN_MS) / 1000) * 1000);
  const token = await signToken(config, jwtSecret, { jti: clock.uuid(), expiresAt }, now);
  return { token, expiresAt };
}

export async function checkAdmin(deps: Deps, token: string | null): Promise<AdminToken> {
  const { config, clock, db } = deps;
  const { jwtSecret } = adminSettings(config);
  const good = token === null ? null : await verifyToken(config, jwtSecret, token, clock.now());
  if (!good || (await isRevoked(db, good.jti))) throw new AppError("admin.required");
  return good;
}

export async function logOutAdmin(
  { db }: Pick<Deps, "db">,
  { jti, expiresAt }: AdminToken,
): Promise<void> {
  await revoke(db, jti, expiresAt);
}

export const sweepRevocations = sweep("admin_revocations", REVOCATIONS);
