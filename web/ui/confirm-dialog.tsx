import { type ReactNode, useId, useRef } from "react";
import { Button } from "./button.tsx";
import { PanelDialog } from "./panel-dialog.tsx";

/**
 * Cancel has the first focus, so that a hasty Enter loses nothing. `onConfirm` is called once, even if a second press
 * comes before `isBusy`; the caller closes the dialog after success and after failure.
 */
export function ConfirmDialog({
  title,
  confirm,
  isBusy = false,
  onConfirm,
  onCancel,
  children,
}: {
  title: string;
  /** The confirming button's label. */
  confirm: string;
  isBusy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  children: ReactNode;
}) {
  const id = useId();
  const isConfirmed = useRef(false);
  function confirmOnce() {
    if (isConfirmed.current) return;
    isConfirmed.current = true;
    onConfirm();
  }
  return (
    <PanelDialog onClose={onCancel} title={title}>
      <div id={id} className="text-sm text-quiet">
        {children}
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        {/* Some screen readers read only the focused element of a new dialog. */}
        <Button tone="secondary" data-autofocus aria-describedby={id} onClick={onCancel}>
          Cancel
        </Button>
        <Button tone="danger" aria-disabled={isBusy} onClick={confirmOnce}>
          {confirm}
        </Button>
      </div>
    </PanelDialog>
  );
}
