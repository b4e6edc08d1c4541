import { type ReactNode, useState } from "react";
import { loadingNote } from "#web/ui/loading-note.tsx";
import { topDialog } from "#web/ui/top-dialog.ts";
import { showFailure } from "./show-failure.ts";

/**
 * Fetches a dialog's code before rendering it: a lazy component whose code cannot be fetched would replace the whole
 * page by an error. The returned note is shown meanwhile. A dialog that another press has opened meanwhile stays alone.
 */
export function useOpening(failed: string) {
  const [note, setNote] = useState<ReactNode>();
  const openWith = <Code>(code: Promise<Code>, open: (code: Code) => void) => {
    setNote(loadingNote);
    const before = topDialog.read();
    const openAlone = (fetched: Code) => {
      if (topDialog.read() === before) open(fetched);
    };
    // A reload, because the browser remembers a failed import.
    const sentence = "Check your connection, then reload the page.";
    void code
      .then(openAlone, (error: unknown) => showFailure(error, { title: failed, sentence }))
      .then(() => setNote(null));
  };
  return [note, openWith] as const;
}
