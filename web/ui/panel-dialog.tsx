import { useId, type ReactNode } from "react";
import { cx } from "#view/cx.ts";
import { Dialog } from "./dialog.tsx";
import { IconButton } from "./icon-button.tsx";

/** A titled dialog in the middle of the screen, for forms and confirmations. */
export function PanelDialog({
  onClose,
  title,
  description,
  wide = false,
  children,
}: {
  onClose: () => void;
  title: string;
  description?: string;
  wide?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Dialog
      onClose={onClose}
      labelledBy={`${id}-title`}
      describedBy={description ? `${id}-description` : undefined}
      className={cx("w-[calc(100%-2rem)]", wide ? "max-w-2xl" : "max-w-md")}
    >
      {/* Firefox does not round the scroll bar of a box with round corners, so an outer box clips it. */}
      <div className="animate-[rise_180ms_ease-out] overflow-hidden rounded-modal border border-line bg-surface text-text floating">
        {/* The panel has the first focus, unless a child asks for it (decision 137). */}
        <div
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for the fields of one question
          role="group"
          aria-labelledby={`${id}-title`}
          tabIndex={-1}
          data-autofocus
          className="relative max-h-[calc(100dvh-4rem)] overflow-y-auto overscroll-contain p-5 outline-none sm:p-6"
        >
          <div className="flex items-start justify-between gap-4">
            <h2 id={`${id}-title`} className="font-display text-lg font-bold">
              {title}
            </h2>
            <IconButton icon="close" label="Close" onClick={onClose} className="-my-2 -mr-2" />
          </div>
          {description && (
            <p id={`${id}-description`} className="mt-1 text-sm text-quiet">
              {description}
            </p>
          )}
          <div className="mt-4">{children}</div>
        </div>
      </div>
    </Dialog>
  );
}
