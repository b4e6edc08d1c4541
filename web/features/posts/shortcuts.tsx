import { useEffect, useId } from "react";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { setLetterKeys, useLetterKeys } from "./letter-keys.ts";
import type { ViewerCommands } from "./use-viewer-keys.ts";

type Command = Exclude<keyof ViewerCommands, "previousSlide"> | "close";

const SHORTCUTS: Record<Command, [keys: string[], meaning: string]> = {
  nextPost: [["J"], "Next post"],
  previousPost: [["K"], "Previous post"],
  nextSlide: [["←", "→"], "Pictures of a gallery"],
  heart: [["H"], "Heart"],
  slideshow: [["S"], "Slideshow"],
  fullScreen: [["F"], "Full screen"],
  mute: [["M"], "Mute"],
  shortcuts: [["?"], "This list"],
  close: [["Esc"], "Close"],
};

const LIST_ID = "viewer-shortcuts";

export function toggleShortcuts(): void {
  document.getElementById(LIST_ID)?.togglePopover();
}

/** Safari sends one press of Esc to the popover and to the dialog around it; this closes only the popover. */
function closeFirst(event: KeyboardEvent): void {
  const list = document.getElementById(LIST_ID);
  if (event.key !== "Escape" || !list?.matches(":popover-open")) return;
  event.preventDefault();
  list.hidePopover();
}

function LetterKeys() {
  return (
    <Checkbox
      label="Use letters and ? as shortcuts"
      checked={useLetterKeys()}
      onChange={({ target }) => setLetterKeys(target.checked)}
    />
  );
}

/** A native popover: Esc and a click outside close only the list, not the dialog. */
export function Shortcuts({
  hasNeighbours,
  hasSlideshow,
}: {
  hasNeighbours: boolean;
  hasSlideshow: boolean;
}) {
  const titleId = useId();
  const idle: string[] = [
    ...(hasNeighbours ? [] : ["nextPost", "previousPost"]),
    ...(hasSlideshow ? [] : ["slideshow"]),
  ];
  const shortcuts = Object.entries(SHORTCUTS).filter(([command]) => !idle.includes(command));
  useEffect(() => {
    document.addEventListener("keydown", closeFirst);
    return () => document.removeEventListener("keydown", closeFirst);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts"
        popoverTarget={LIST_ID}
        className="hidden size-11 shrink-0 place-items-center rounded-full text-base font-semibold text-quiet transition-colors hover:bg-raised hover:text-text lg:grid"
      >
        ?
      </button>
      <section
        id={LIST_ID}
        popover="auto"
        aria-labelledby={titleId}
        // Gets the focus, so that a screen reader says that "?" has opened it.
        tabIndex={-1}
        ref={(list) => list?.setAttribute("autofocus", "")}
        className="shortcuts outline-none"
      >
        <h3 id={titleId} className="mb-3 font-display text-base font-bold">
          Keyboard shortcuts
        </h3>
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2 text-sm">
          {shortcuts.map(([command, [keys, meaning]]) => (
            <div key={command} className="contents">
              <dt className="flex gap-1">
                {keys.map((key) => (
                  <kbd
                    key={key}
                    className="grid min-w-7 place-items-center rounded-sm border border-line bg-raised px-1.5 py-0.5 font-sans text-xs font-semibold"
                  >
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        <LetterKeys />
      </section>
    </>
  );
}
