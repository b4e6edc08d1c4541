import { DAY_MS, HOUR_MS, MINUTE_MS } from "#schema/time.ts";

/** "just now" below an hour, hours below a day, then days. */
export function postAge(iso: string, now = Date.now()): string {
  const age = now - Date.parse(iso);
  if (age < HOUR_MS) return "just now";
  return age < DAY_MS ? `${Math.floor(age / HOUR_MS)}h ago` : `${Math.floor(age / DAY_MS)}d ago`;
}

/** "just now" below a minute, then minutes, hours, days. */
export function ageToMinute(iso: string, now = Date.now()): string {
  const age = now - Date.parse(iso);
  if (age < MINUTE_MS) return "just now";
  return age < HOUR_MS ? `${Math.floor(age / MINUTE_MS)}m ago` : postAge(iso, now);
}
