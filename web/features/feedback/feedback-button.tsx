import { useState } from "react";
import { useLocation } from "react-router";
import { useOpening } from "#web/features/toasts/use-opening.ts";
import type { FeedbackDialog } from "./feedback-dialog.tsx";

interface FeedbackButtonProps {
  className?: string;
}

/** The dialog is keyed by page, so Back closes it. The draft keeps the typed text. */
export const FeedbackButton = (props: FeedbackButtonProps) => (
  <ButtonOfPage key={useLocation().pathname} {...props} />
);

function ButtonOfPage({ className }: FeedbackButtonProps) {
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
