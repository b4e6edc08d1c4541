import "#web/ui/progress.css";
import type { Post } from "#schema/api/posts.ts";
import type { Sort } from "#schema/choices.ts";
import { failureSentence } from "#web/api/api-error.ts";
import { plural } from "#web/lib/format-count.ts";
import { Button } from "#web/ui/button.tsx";
import { dayText, oldestTime } from "./narrow.ts";
import type { LoadAll } from "./use-load-all.ts";

/** Reddit's listings end at about this many posts. */
const FULL_LISTING = 1000;

function sentenceOf({ state, failure, waitSeconds }: LoadAll): string {
  if (failure) return failureSentence(failure, "The next posts could not be loaded.");
  if (state === "done") return "Loaded to the end.";
  if (state === "waiting")
    return `The limit of requests is reached. It continues in ${waitSeconds} seconds.`;
  if (state === "stopped") return "Stopped.";
  return "";
}

function monthText(oldest: number): string {
  const options = { month: "long", year: "numeric", timeZone: "UTC" } as const;
  return Number.isFinite(oldest)
    ? `, back to ${new Date(oldest * 1000).toLocaleDateString("en", options)}`
    : "";
}

/** A ref for the button, which disappears once all is loaded: the sentence beside it takes the focus. */
function passFocusToSentence(button: HTMLButtonElement | null): (() => void) | undefined {
  const sentence = button?.parentElement?.querySelector("output");
  return () => {
    if (document.activeElement === button) sentence?.focus();
  };
}

/**
 * Filters apply to loaded posts only, so this bar shows how many are loaded and loads the rest. Two rows in every
 * state, so that the posts below do not move.
 */
export function LoadAllBar({
  loadAll,
  loaded,
  sort,
  soughtDay,
}: {
  loadAll: LoadAll;
  loaded: readonly Post[];
  sort: Sort;
  /** A day to which the listing is loaded page by page. */
  soughtDay: string | null;
}) {
  const { state, start, stop } = loadAll;
  const isGoing = state === "on" || state === "waiting";
  // By score the next posts can be older ones.
  const reach = sort === "new" || state === "done" ? monthText(oldestTime(loaded, sort)) : "";
  const known = `${plural(loaded.length, "post")} loaded${reach}.`;
  return (
    <div className="py-1 text-sm text-quiet">
      <div className="flex min-h-11 items-center gap-3">
        {state !== "done" && (
          <Button ref={passFocusToSentence} tone="secondary" onClick={isGoing ? stop : start}>
            {isGoing ? "Stop" : state === "stopped" ? "Go On Loading" : "Load Everything"}
          </Button>
        )}
        {state === "on" && (
          <progress
            aria-label="Loading everything"
            className="progress max-w-32 shrink"
            max={FULL_LISTING}
            // Beyond that the total is unknown.
            value={loaded.length < FULL_LISTING ? loaded.length : undefined}
          />
        )}
        <output tabIndex={-1} className="min-w-0 outline-none">
          {(soughtDay && isGoing ? `Loading on to ${dayText(soughtDay)}. ` : "") +
            sentenceOf(loadAll)}
        </output>
      </div>
      <p className="pt-1 tabular-nums">{known}</p>
    </div>
  );
}
