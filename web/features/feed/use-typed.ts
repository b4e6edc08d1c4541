import { useEffect, useEffectEvent, useState } from "react";

/** Browsers refuse to change the address more often than about three times a second. */
const TYPING_PAUSE_MS = 350;

interface Draft {
  text: string;
  /** The saved value at the time of typing. */
  over: string;
  clears: number;
}

/**
 * An input's text, saved after a pause in typing. The text stays as typed as long as `toValue` maps it to the saved
 * value. A value changed elsewhere replaces it, and so does a new number of `clears`.
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
    const timer = setTimeout(save, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [next, value]);
  useEffect(() => {
    const { pathname } = location;
    return () => {
      // A dialog can close before the pause ends, also because Back left its page, whose address is then another's.
      if (location.pathname === pathname) save();
    };
  }, []);
  return [draft ? draft.text : value, (text) => setTyped({ text, over: value, clears })];
}
