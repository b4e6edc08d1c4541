/**
 * SQL for the account of a live session, for statements that find their caller themselves (decision 025).
 * The arguments are placeholders, never values.
 */
export const liveAccount = (sid: string, now: string) =>
  `(select unearth_user_id from session where sid = ${sid} and expire > ${now})`;
