import { toBase64Url } from "#worker/lib/base64-url.ts";
import type { Deps } from "#worker/deps.ts";
import { isSignedText, signText } from "#worker/signatures.ts";

/**
 * The device cookie is `id.mac.mac…`: a random id and one signature for each account that logged in on the device. It
 * names no account and grants no access; it exempts the device from lockouts that strangers caused. The signature
 * covers the stored hash: with a new password no device is known that knew the old one. Known gap: where the hash
 * changed on another device, the former signature stays beside the next one until it falls off.
 */
const ID_BYTES = 16;
const MAX_ACCOUNTS = 4;
const COOKIE = /^([A-Za-z0-9_-]{22})((?:\.[A-Za-z0-9_-]{43}){1,4})$/;

export type DeviceOwner = `account ${string} ${string}` | `admin ${string}`;

export const accountOwner = (id: string, passwordHash: string): DeviceOwner =>
  `account ${id} ${passwordHash}`;

interface Device {
  id: string;
  macs: string[];
}

function parseDevice(cookie: string | null): Device | null {
  const [, id = "", macs = ""] = COOKIE.exec(cookie ?? "") ?? [];
  return id === "" ? null : { id, macs: macs.split(".").slice(1) };
}

const signed = (id: string, owner: DeviceOwner) => `${id} ${owner}`;

/** Does not check the signatures: isKnownDevice() does, once the account is known. */
export const deviceIdOf = (cookie: string | null): string | null => parseDevice(cookie)?.id ?? null;

export async function isKnownDevice(
  deps: Deps,
  cookie: string | null,
  owner: DeviceOwner,
): Promise<boolean> {
  const device = parseDevice(cookie);
  if (!device) return false;
  const text = signed(device.id, owner);
  const checks = device.macs.map((mac) => isSignedText(deps, "device", text, mac));
  return (await Promise.all(checks)).includes(true);
}

/**
 * Puts this account's signature first, in place of `former`, its signature until now; past MAX_ACCOUNTS the oldest ones
 * fall off.
 */
export async function addToDeviceCookie(
  deps: Deps,
  cookie: string | null,
  owner: DeviceOwner,
  former = owner,
): Promise<string> {
  const { id, macs } = parseDevice(cookie) ?? {
    id: toBase64Url(deps.clock.randomBytes(ID_BYTES)),
    macs: [],
  };
  const sign = (one: DeviceOwner) => signText(deps, "device", signed(id, one));
  const mac = await sign(owner);
  const replaced = former === owner ? mac : await sign(former);
  const others = macs.filter((one) => one !== mac && one !== replaced);
  return [id, mac, ...others].slice(0, 1 + MAX_ACCOUNTS).join(".");
}

/** A keyed hash: the table of known addresses alone reveals no address. */
export const addressHash = (deps: Deps, address: string): Promise<string> =>
  signText(deps, "address", address);
