import type { Badge } from "#schema/api/badges.ts";
import { isObject } from "#schema/is-object.ts";
import { parseJson } from "#schema/parse-json.ts";

export interface Merits {
  heartCount: number;
  /** Place on the users' board. */
  rank: number | null;
  verifiedEmail: boolean;
  isNsfw: boolean;
  isMod: boolean;
  /** Epoch seconds; null if the source omits it. */
  createdUtc: number | null;
}

const POPULAR_ABOVE = 100;
const TOP = 10;
const VETERAN_YEARS = 5;

function isVeteran(createdUtc: number | null, now: number): boolean {
  if (createdUtc === null) return false;
  const anniversary = new Date(createdUtc * 1000);
  anniversary.setUTCFullYear(anniversary.getUTCFullYear() + VETERAN_YEARS);
  return anniversary.getTime() <= now;
}

/** Badges earned on this site, the pink ones, come first. */
export function badgesFor(merits: Merits, now: number): Badge[] {
  const { heartCount, rank, verifiedEmail, isNsfw, isMod, createdUtc } = merits;
  const earned: [boolean, Badge][] = [
    [
      rank !== null && rank <= TOP,
      { title: `Top ${TOP}`, color: "pink", actionUrl: "/leaderboard" },
    ],
    [heartCount > POPULAR_ABOVE, { title: "Popular", color: "pink" }],
    [true, { title: "Creator", color: "gray" }],
    [verifiedEmail, { title: "Verified", color: "blue" }],
    [isVeteran(createdUtc, now), { title: "Veteran", color: "orange" }],
    [isMod, { title: "Moderator", color: "green" }],
    [isNsfw, { title: "NSFW", color: "red" }],
  ];
  return earned.flatMap(([isEarned, badge]) => (isEarned ? [badge] : []));
}

export interface KeptBadges {
  badges: Badge[];
  /** Epoch milliseconds. */
  calculatedAt: number;
  expiresAt: number;
}

const isBadge = (value: unknown): boolean =>
  isObject(value) && typeof value["title"] === "string" && typeof value["color"] === "string";

/** Returns null for any other text: the cache may hold the format of another version. */
export function parseKept(text: string | null): KeptBadges | null {
  const { badges, calculatedAt, expiresAt } = (parseJson(text ?? "null") ??
    {}) as Partial<KeptBadges>;
  if (!Array.isArray(badges) || !badges.every(isBadge)) return null;
  if (typeof calculatedAt !== "number" || typeof expiresAt !== "number") return null;
  return { badges, calculatedAt, expiresAt };
}
