/** The year of Reddit's first post. */
const FIRST_YEAR = "2005";

/** Whether it is YYYY-MM-DD, a day of the calendar, and not from before Reddit. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < FIRST_YEAR) return false;
  const time = new Date(`${text}T00:00:00Z`);
  // The parser takes 31 February for a day of March.
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}
