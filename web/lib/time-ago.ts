const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function secondsSince(iso: string, now: number): number {
  return Math.max(0, (now - Date.parse(iso)) / 1000);
}

/** Hours below a day, then days: how old a post is. */
export function timeAgo(iso: string, now = Date.now()): string {
  const seconds = secondsSince(iso, now);
  return seconds < DAY ? `${Math.floor(seconds / HOUR)}h ago` : `${Math.floor(seconds / DAY)}d ago`;
}

/** Minutes, hours, days: when something was saved, or how old a copy is. */
export function savedAgo(iso: string, now = Date.now()): string {
  const seconds = secondsSince(iso, now);
  return seconds < HOUR ? `${Math.floor(seconds / MINUTE)}m ago` : timeAgo(iso, now);
}
