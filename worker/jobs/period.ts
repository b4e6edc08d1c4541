import { HOUR_MS, MINUTE_MS } from "#schema/time.ts";

/** The time between two runs of a cron expression of minutes and hours. */
export function periodOf(cron: string): number {
  const [minute = "", hour = ""] = cron.split(" ");
  const step = /^\*(?:\/(\d+))?$/;
  const everyMinutes = step.exec(minute);
  if (everyMinutes) return Number(everyMinutes[1] ?? 1) * MINUTE_MS;
  const everyHours = step.exec(hour);
  return (everyHours ? Number(everyHours[1] ?? 1) : 24) * HOUR_MS;
}
