/**
 * The account of a live session, for a statement that does its own work for the caller: one journey
 * to the database instead of two. The arguments are placeholders, never values.
 */
export const liveAccount = (sid: string, now: string) =>
  `(select unearth_user_id from session where sid = ${sid} and expire > ${now})`;
