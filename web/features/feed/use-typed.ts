import { useEffect, useEffectEvent, useState } from "react";

/** Browsers refuse to change the address more often than about three times a second. */
const PAUSE_MS = 350;

interface Draft {
  text: string;
  /** The value while it is typed. */
  over: string;
  clears: number;
}

/**
 * The text of an input whose value follows it after a pause in typing. It stays as typed while `toValue` makes the value
 * of it. A value that changes elsewhere replaces it; so does the value as it is when the number of `clears` changes.
 */
export function useTyped(
  value: string,
  clears: number,
  toValue: (text: string) => string,
  onPause: (value: string) => void,
): [text: string, type: (text: string) => void] {
  const [typed, setTyped] = useState<Draft | null>(null);
  const draft = typed?.clears === clears ? typed : null;
  const next = draft ? toValue(draft.text) : value;
  if (draft && draft.over !== value) setTyped(next === value ? { ...draft, over: value } : null);
  const save = useEffectEvent(() => {
    if (next !== value) onPause(next);
  });
  useEffect(() => {
    if (next === value) return;
    const timer = setTimeout(save, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [next, value]);
  // A dialog can close before the pause is over.
  useEffect(() => () => save(), []);
  return [draft ? draft.text : value, (text) => setTyped({ text, over: value, clears })];
}
