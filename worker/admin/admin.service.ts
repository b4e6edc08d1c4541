import type { Caller } from "#worker/auth/auth.service.ts";
import {
  addToDeviceCookie,
  deviceIdOf,
  isKnownDevice,
  type DeviceOwner,
} from "#worker/auth/devices.service.ts";
import {
  countersOf,
  refuse,
  refuseIfLockedNow,
  type LockoutCheck,
} from "#worker/auth/lockout.service.ts";
import type { Deps } from "#worker/deps.ts";
import type { Config } from "#worker/env.ts";
import { AppError } from "#worker/errors.ts";
import { signToken, TOKEN_MS, verifyToken, type AdminToken } from "./admin.rules.ts";
import { isRevoked, revoke } from "./admin.store.ts";

export function adminSettings(config: Config): NonNullable<Config["admin"]> {
  if (!config.admin) throw new AppError("admin.not_configured");
  return config.admin;
}

type AdminCaller = Pick<Caller, "deviceCookie" | "prefixes">;

async function lockoutCheckOf(
  deps: Deps,
  { deviceCookie, prefixes }: AdminCaller,
  owner: DeviceOwner,
): Promise<LockoutCheck> {
  const device = deviceIdOf(deviceCookie);
  const counters = await countersOf(deps, { form: "admin", name: "admin", prefixes, device });
  const isKnown = await isKnownDevice(deps, deviceCookie, owner);
  return { counters, trust: isKnown ? "device" : null };
}

/** Checks the lockout again after the hash: otherwise parallel guesses would all pass before one is counted. */
export async function logInAdmin(
  deps: Deps,
  password: string,
  caller: AdminCaller,
): Promise<{ token: string; expiresAt: Date; deviceCookie: string }> {
  const { config, clock, passwords } = deps;
  const { passwordHash, jwtSecret } = adminSettings(config);
  const owner = `admin ${passwordHash}` as const;
  const check = await lockoutCheckOf(deps, caller, owner);
  await refuseIfLockedNow(deps, check);
  if (!passwords.verify(passwordHash, password)) {
    await refuse(deps, check, "admin.invalid_credentials");
  }
  await refuseIfLockedNow(deps, check);
  const now = clock.now();
  // A JWT counts in seconds; the response has the same expiry as the token.
  const expiresAt = new Date(Math.floor((now + TOKEN_MS) / 1000) * 1000);
  const token = await signToken(config, jwtSecret, { jti: clock.uuid(), expiresAt }, now);
  return {
    token,
    expiresAt,
    deviceCookie: await addToDeviceCookie(deps, caller.deviceCookie, owner),
  };
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
