/** The year of Reddit's first post. */
export const FIRST_YEAR = "2005";

/** Accepts YYYY-MM-DD of an existing day that is not before Reddit. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < FIRST_YEAR) return false;
  const time = new Date(`${text}T00:00:00Z`);
  // Date.parse takes 31 February for a day in March.
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}
