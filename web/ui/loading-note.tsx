/** Shown while the chunk of a dialog loads. */
export const loadingNote = <output className="opening">Loading…</output>;
