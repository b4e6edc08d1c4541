const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function secondsSince(iso: string, now: number): number {
  return Math.max(0, (now - Date.parse(iso)) / 1000);
}

/** "just now" below an hour, hours below a day, then days. */
export function postAge(iso: string, now = Date.now()): string {
  const seconds = secondsSince(iso, now);
  if (seconds < HOUR) return "just now";
  return seconds < DAY ? `${Math.floor(seconds / HOUR)}h ago` : `${Math.floor(seconds / DAY)}d ago`;
}

/** "just now" below a minute, then minutes, hours, days. */
export function ageToMinute(iso: string, now = Date.now()): string {
  const seconds = secondsSince(iso, now);
  if (seconds < MINUTE) return "just now";
  return seconds < HOUR ? `${Math.floor(seconds / MINUTE)}m ago` : postAge(iso, now);
}
