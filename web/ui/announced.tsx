import { useEffect, useRef } from "react";
import { announce } from "#web/lib/announce.ts";

/** Announces each text after the first to screen readers. They would read an empty `output` as a status bar. */
export function Announced({ text }: { text: string }) {
  const region = useRef<HTMLParagraphElement>(null);
  const last = useRef(text);
  useEffect(() => {
    if (last.current === text) return;
    last.current = text;
    announce(region.current, text);
  }, [text]);
  return <p ref={region} aria-live="polite" className="sr-only" />;
}
