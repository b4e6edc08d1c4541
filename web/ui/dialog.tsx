import { useEffectEvent, useLayoutEffect, useRef, type ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";
import { tellDialogChange } from "./top-dialog.ts";

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  /** The id of the element that names it. */
  labelledBy: string;
  describedBy?: string;
  className?: string;
  children: ReactNode;
}

/**
 * The browser's own modal dialog: it traps focus, makes the page inert, closes on Esc and gives
 * focus back. A press on the backdrop closes it too.
 */
export function Dialog({
  open,
  onClose,
  labelledBy,
  describedBy,
  className,
  children,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);

  const pressed = useEffectEvent((event: MouseEvent) => {
    if (event.target === ref.current) onClose();
  });

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    if (!dialog.open) dialog.showModal();
    dialog.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    dialog.addEventListener("mousedown", pressed);
    tellDialogChange();
    return () => {
      dialog.removeEventListener("mousedown", pressed);
      dialog.close();
      tellDialogChange();
    };
  }, [open]);

  if (!open) return null;
  return (
    <dialog
      ref={ref}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-modal="true"
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      className={cx(
        "m-auto bg-transparent backdrop:bg-black/70 backdrop:animate-[fade_160ms_ease-out]",
        className,
      )}
    >
      {children}
    </dialog>
  );
}
