/** In place of a dialog whose code is on its way. */
export const opening = <output className="opening">Loading…</output>;
