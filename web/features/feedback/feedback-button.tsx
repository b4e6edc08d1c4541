import { type ReactNode, useState } from "react";
import { showFailure } from "#web/features/toasts/show-failure.ts";
import { opening } from "#web/ui/opening.tsx";

const FAILED = {
  title: "Feedback could not be opened",
  sentence: "Check your connection, then reload the page.",
};

/** In the footer, outside the page's error boundary: a dialog that cannot be fetched must not replace everything. */
export function FeedbackButton({ className }: { className?: string }) {
  const [dialog, setDialog] = useState<ReactNode>();
  const close = () => setDialog(null);
  const open = () => {
    setDialog(opening);
    void import("./feedback-dialog.tsx").then(
      ({ FeedbackDialog }) => setDialog(<FeedbackDialog onClose={close} />),
      (error: unknown) => {
        close();
        showFailure(error, FAILED);
      },
    );
  };
  return (
    <>
      <button type="button" className={className} onClick={open}>
        Feedback
      </button>
      {dialog}
    </>
  );
}
