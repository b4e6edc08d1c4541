import { useState } from "react";
import { showFailure } from "#web/features/toasts/show-failure.ts";

const FAILED = {
  title: "Feedback could not be opened",
  sentence: "Check your connection and try again.",
};

/** In the footer, outside the page's error boundary: a dialog that cannot be fetched must not replace everything. */
export function FeedbackButton({ className }: { className?: string }) {
  const [Dialog, setDialog] = useState<React.ComponentType<{ onClose: () => void }> | null>(null);
  const open = () =>
    void import("./feedback-dialog.tsx").then(
      ({ FeedbackDialog }) => setDialog(() => FeedbackDialog),
      (error: unknown) => showFailure(error, FAILED),
    );
  return (
    <>
      <button type="button" className={className} onClick={open}>
        Feedback
      </button>
      {Dialog && <Dialog onClose={() => setDialog(null)} />}
    </>
  );
}
