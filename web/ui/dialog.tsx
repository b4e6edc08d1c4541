import { useEffectEvent, useLayoutEffect, useRef, type ReactNode } from "react";
import { cx } from "#view/cx.ts";
import { returnFocus } from "#web/lib/return-focus.ts";
import { topDialog } from "./top-dialog.ts";

export interface DialogProps {
  onClose: () => void;
  /** The id of the labelling element, or a label. */
  labelledBy?: string;
  label?: string;
  describedBy?: string;
  className?: string;
  children: ReactNode;
}

/**
 * The native modal dialog traps the focus, makes the page inert, closes on Esc and returns the focus. A click on the
 * backdrop closes it too.
 */
export function Dialog({ onClose, describedBy, className, children, ...name }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);

  const closeOnBackdrop = useEffectEvent((event: MouseEvent) => {
    if (event.target === ref.current) onClose();
  });

  // Safari's search field swallows Esc, even when it is empty.
  const closeOnEscape = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (event.key !== "Escape" || !(target instanceof HTMLInputElement)) return;
    if (target.type !== "search" || target.value) return;
    event.preventDefault();
    onClose();
  });

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const opener = document.activeElement;
    if (!dialog.open) dialog.showModal();
    // The innermost wins: a panel asks for the focus, and so may a field inside it.
    [...dialog.querySelectorAll<HTMLElement>("[data-autofocus]")].at(-1)?.focus();
    dialog.addEventListener("mousedown", closeOnBackdrop);
    dialog.addEventListener("keydown", closeOnEscape);
    topDialog.notify();
    return () => {
      dialog.removeEventListener("mousedown", closeOnBackdrop);
      dialog.removeEventListener("keydown", closeOnEscape);
      dialog.close();
      returnFocus(opener);
      topDialog.notify();
    };
  }, []);

  return (
    <dialog
      ref={ref}
      aria-labelledby={name.labelledBy}
      aria-label={name.label}
      aria-describedby={describedBy}
      aria-modal="true"
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      className={cx("m-auto bg-transparent", className)}
    >
      {children}
    </dialog>
  );
}
