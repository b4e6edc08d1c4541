import { useState } from "react";
import { useOpening } from "#web/features/toasts/use-opening.ts";
import type { FeedbackDialog } from "./feedback-dialog.tsx";

export function FeedbackButton({ className }: { className?: string }) {
  const [Dialog, setDialog] = useState<typeof FeedbackDialog | null>(null);
  const [note, openWith] = useOpening("Feedback could not be opened");
  const open = () =>
    openWith(import("./feedback-dialog.tsx"), (fetched) => setDialog(() => fetched.FeedbackDialog));
  return (
    <>
      <button type="button" className={className} onClick={open}>
        Feedback
      </button>
      {note}
      {Dialog && <Dialog onClose={() => setDialog(null)} />}
    </>
  );
}
