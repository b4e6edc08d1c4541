const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function secondsSince(iso: string, now: number): number {
  return Math.max(0, (now - Date.parse(iso)) / 1000);
}

/** A post's age: "just now" below an hour, hours below a day, then days. */
export function timeAgo(iso: string, now = Date.now()): string {
  const seconds = secondsSince(iso, now);
  if (seconds < HOUR) return "just now";
  return seconds < DAY ? `${Math.floor(seconds / HOUR)}h ago` : `${Math.floor(seconds / DAY)}d ago`;
}

/** The age of a saved entry or of a cached answer: "just now" below a minute, then minutes, hours, days. */
export function savedAgo(iso: string, now = Date.now()): string {
  const seconds = secondsSince(iso, now);
  if (seconds < MINUTE) return "just now";
  return seconds < HOUR ? `${Math.floor(seconds / MINUTE)}m ago` : timeAgo(iso, now);
}
