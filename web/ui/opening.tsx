/** Shown while the chunk of a dialog loads. */
export const opening = <output className="opening">Loading…</output>;
