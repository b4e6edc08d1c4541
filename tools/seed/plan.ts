import { Refused } from "#tools/refused.ts";

export interface SeedSize {
  users: number;
  posts: number;
  hearts: number;
}

export interface HeartPlan {
  /** Hearts of each target, most first. */
  counts: number[];
  /** By target: the first account that hearts it; the following accounts do too. */
  firstAccounts: number[];
}

/** The hearts of targets up to this place begin with account 0, so that the first accounts have long saved lists. */
const KNOWN_TO_ALL = 200;
const SKEW = 0.85;

/** The n-th target has a share of 1 / n^0.85, and at most `cap` hearts. */
export function skewedCounts(targets: number, total: number, cap: number): number[] {
  if (total > targets * cap)
    throw new Refused(`${total} hearts do not fit on ${targets} targets by ${cap} accounts`);
  const shares = Array.from({ length: targets }, (_, index) => (index + 1) ** -SKEW);
  const whole = shares.reduce((sum, share) => sum + share, 0);
  const counts = shares.map((share) => Math.min(cap, Math.floor((total * share) / whole)));
  let left = total - counts.reduce((sum, count) => sum + count, 0);
  while (left > 0) {
    for (let index = 0; index < targets && left > 0; index += 1) {
      const count = counts[index] ?? cap;
      if (count >= cap) continue;
      counts[index] = count + 1;
      left -= 1;
    }
  }
  return counts.sort((a, b) => b - a);
}

export function planHearts(targets: number, total: number, accounts: number): HeartPlan {
  const counts = skewedCounts(targets, total, accounts);
  const firstAccounts = counts.map((_, index) =>
    index < KNOWN_TO_ALL ? 0 : Math.imul(index, 0x9e3779b1) >>> 0,
  );
  return { counts, firstAccounts: firstAccounts.map((first) => first % accounts) };
}

/** Enough accounts that none of the targets has a heart of every account, few enough for long saved lists. */
export const accountsFor = (hearts: number): number => Math.max(300, Math.ceil(hearts / 25));

const NUMBER = /^\d{1,8}$/;

/** This maximum takes 3.8 GB of memory; five million users crash Node. */
const MOST: SeedSize = { users: 1_000_000, posts: 1_000_000, hearts: 10_000_000 };

/** Reads --users N --posts M --hearts H; each has a default. */
export function readSize(args: readonly string[]): SeedSize {
  const size: SeedSize = { users: 300, posts: 1_200, hearts: 40_000 };
  for (let at = 0; at < args.length; at += 2) {
    const name = args[at]?.replace(/^--/, "") ?? "";
    const value = args[at + 1] ?? "";
    if (!Object.hasOwn(size, name) || !NUMBER.test(value))
      throw new Refused("Usage: npm run seed -- --users 300 --posts 1200 --hearts 40000");
    const key = name as keyof SeedSize;
    if (Number(value) > MOST[key])
      throw new Refused(`--${key} takes at most ${MOST[key]}: a seed is planned in memory`);
    size[key] = Number(value);
  }
  if (size.posts > 0 && size.users === 0) throw new Refused("Posts need users who posted them");
  return size;
}
