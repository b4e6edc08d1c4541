import { type ReactNode, useState } from "react";
import { opening } from "#web/ui/opening.tsx";
import { showFailure } from "./show-failure.ts";

/**
 * Fetches the code of a dialog before it is rendered: what is rendered without its code replaces the page where the code
 * cannot be fetched. The first value stands in the dialog's place meanwhile.
 */
export function useOpening(failed: string) {
  const [note, setNote] = useState<ReactNode>();
  const openWith = <Code>(code: Promise<Code>, open: (code: Code) => void) => {
    setNote(opening);
    // The browser remembers an import that failed.
    const sentence = "Check your connection, then reload the page.";
    void code
      .then(open, (error: unknown) => showFailure(error, { title: failed, sentence }))
      .then(() => setNote(null));
  };
  return [note, openWith] as const;
}
