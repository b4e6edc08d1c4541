import { asciiLower } from "#schema/ascii-lower.ts";
import { FAILED_LOGIN_MINUTES } from "#schema/kept.ts";
import { MINUTE_MS } from "#schema/time.ts";
import type { AddressPrefixes } from "#worker/lib/address-prefixes.ts";

export const LOCKOUT_WINDOW_MS = FAILED_LOGIN_MINUTES * MINUTE_MS;

/**
 * Failures per name and window. `own` leaves room for a visitor who forgot a password; `wide` and `widest` keep one
 * subscriber with many addresses from reaching `everywhere`, which locks the name for all addresses.
 */
const MAX_FAILURES = { device: 10, own: 10, wide: 20, widest: 40, everywhere: 100 };

/** A counter of failures; its key is a keyed hash, so that the table reveals no name and no address to a guess. */
export interface Counter {
  key: string;
  limit: number;
}

export interface LockoutCounters {
  own: Counter;
  /** Of wider prefixes and of all addresses: failures of strangers count here too. */
  shared: Counter[];
  /**
   * Of the name on the device: the id of its cookie, or of the session that confirms a password. Null without a
   * well-formed cookie. One counter for all names of a device would let each of its accounts lock the others.
   */
  device: Counter | null;
}

/** Whether the caller's device, or else the address, logged in to this account before. */
export type Trust = "device" | "address" | null;

/**
 * `name`: as submitted, or "admin"; of an account found by e-mail address its username. `device`: the id of the device
 * cookie, or of the session that confirms a password.
 */
export interface Attempt {
  form: "login" | "admin";
  name: string;
  prefixes: AddressPrefixes;
  device: string | null;
}

export async function lockoutCounters(
  { form, name, prefixes, device }: Attempt,
  keyedHash: (text: string) => Promise<string>,
): Promise<LockoutCounters> {
  const subject = [form, asciiLower(name)];
  // JSON, because a name can hold any character: no name may collide with another name plus address.
  const counter = async (parts: string[], limit: number): Promise<Counter> => ({
    key: await keyedHash(JSON.stringify(parts)),
    limit,
  });
  const { own, wide, widest } = prefixes;
  const shared = [
    ...(wide === null ? [] : [counter([...subject, wide], MAX_FAILURES.wide)]),
    ...(widest === null ? [] : [counter([...subject, widest], MAX_FAILURES.widest)]),
    counter(subject, MAX_FAILURES.everywhere),
  ];
  return {
    own: await counter([...subject, own], MAX_FAILURES.own),
    shared: await Promise.all(shared),
    device:
      device === null ? null : await counter(["device", ...subject, device], MAX_FAILURES.device),
  };
}

/** The counters that can refuse the caller; for a known device or address, only those that strangers cannot fill. */
export function countersThatRefuse(
  { own, shared, device }: LockoutCounters,
  trust: Trust,
): Counter[] {
  if (trust === "device" && device) return [device];
  return trust === "address" ? [own] : [own, ...shared];
}

/** The counters that a failure raises. An unknown device has none: a script would invent device ids. */
export function countersToRaise({ own, shared, device }: LockoutCounters, trust: Trust): Counter[] {
  return trust === "device" && device ? [device, own, ...shared] : [own, ...shared];
}

/** By the counter's key. */
export type CounterStates = Record<string, [failures: number, windowEndsAt: number]>;

export const parseStates = (json: string): CounterStates => JSON.parse(json) as CounterStates;

/** The failures of the fullest counter. */
export const mostFailures = (states: CounterStates, counters: readonly Counter[]): number =>
  Math.max(0, ...counters.map(({ key }) => states[key]?.[0] ?? 0));

/** When the caller's lockout ends; null if there is none. */
export function lockoutEnd(states: CounterStates, counters: readonly Counter[]): number | null {
  const ends = counters.flatMap(({ key, limit }) => {
    const [failures = 0, windowEndsAt = 0] = states[key] ?? [];
    return failures >= limit ? [windowEndsAt] : [];
  });
  return ends.length > 0 ? Math.max(...ends) : null;
}
