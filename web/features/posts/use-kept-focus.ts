import { type RefObject, useEffect, useRef } from "react";

/**
 * Another post or picture removes the last one's controls or makes them inert. If one had the focus, the viewer's box
 * gets it; otherwise a screen reader would lose its place.
 */
export function useKeptFocus(
  stage: RefObject<HTMLElement | null>,
  id: string | undefined,
  slide: number,
): void {
  const shown = `${id} ${slide}`;
  const last = useRef(shown);
  useEffect(() => {
    if (last.current === shown) return;
    last.current = shown;
    const focused = document.activeElement;
    if (focused && focused !== document.body && !focused.closest("[inert]")) return;
    stage.current?.closest<HTMLElement>("[data-autofocus]")?.focus({ preventScroll: true });
  }, [stage, shown]);
}
