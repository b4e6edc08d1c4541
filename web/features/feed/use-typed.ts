import { useEffect, useEffectEvent, useState } from "react";

/** Browsers refuse to change the address more often than about three times a second. */
const PAUSE_MS = 350;

/** The text of an input whose value follows it after a pause in typing, and which follows the value changed elsewhere. */
export function useTyped(
  value: string,
  onPause: (text: string) => void,
): [text: string, type: (text: string) => void] {
  const [typed, setTyped] = useState({ text: value, over: value });
  const isOwn = typed.over === value;
  const text = isOwn ? typed.text : value;
  const save = useEffectEvent(() => {
    onPause(text);
  });
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(save, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value]);
  const saveRest = useEffectEvent(() => {
    if (text !== value) onPause(text);
  });
  // A dialog can close before the pause is over.
  useEffect(() => () => saveRest(), []);
  return [text, (next) => setTyped({ text: next, over: value })];
}
