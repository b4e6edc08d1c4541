import { useEffect, useRef } from "react";
import { announce } from "#web/lib/announce.ts";

/** Tells screen readers of each text after the first. An `output` would be read as an empty status bar in between. */
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
