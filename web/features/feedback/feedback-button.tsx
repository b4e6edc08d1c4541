import { lazy, Suspense, useState } from "react";

const FeedbackDialog = lazy(async () => ({
  default: (await import("./feedback-dialog.tsx")).FeedbackDialog,
}));

export function FeedbackButton({ className }: { className?: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        Feedback
      </button>
      {open && (
        <Suspense fallback={null}>
          <FeedbackDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
