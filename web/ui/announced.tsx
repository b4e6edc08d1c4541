import { useEffect, useRef } from "react";
import { announce } from "#web/lib/announce.ts";

/**
 * Announces each text after the first to screen readers, and the same text again for another `id`. They would read an
 * empty `output` as a status bar.
 */
export function Announced({ text, id }: { text: string; id: string }) {
  const region = useRef<HTMLParagraphElement>(null);
  const said = `${id} ${text}`;
  const last = useRef(said);
  useEffect(() => {
    if (last.current === said) return;
    last.current = said;
    announce(region.current, text);
  }, [said, text]);
  return <p ref={region} aria-live="polite" className="sr-only" />;
}
