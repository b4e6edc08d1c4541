import { useState } from "react";
import { loadingNote } from "#web/ui/loading-note.tsx";
import { topDialog } from "#web/ui/top-dialog.ts";
import { showFailure } from "./show-failure.ts";

/** The code that the last press of any button asked for. */
let latest: unknown;

/**
 * Fetches a dialog's code before rendering it: a lazy component whose code cannot be fetched would replace the whole
 * page by an error. The returned note is shown meanwhile. On a slow line the last press wins: the dialog of an earlier
 * one would lie on one that is open, or replace one that is filled in already.
 */
export function useOpening(failed: string) {
  const [pending, setPending] = useState<unknown>(null);
  const openWith = <Code>(code: Promise<Code>, open: (code: Code) => void) => {
    latest = code;
    const before = topDialog.read();
    setPending(code);
    // A reload, because the browser remembers a failed import.
    const sentence = "Check your connection, then reload the page.";
    void code
      .then(
        (fetched) => latest === code && topDialog.read() === before && open(fetched),
        (error: unknown) => showFailure(error, { title: failed, sentence }),
      )
      .then(() => setPending((now: unknown) => (now === code ? null : now)));
  };
  return [pending !== null && loadingNote, openWith] as const;
}
