import type { ButtonHTMLAttributes } from "react";
import { cx } from "#view/cx.ts";
import { Icon, type IconName } from "#view/icon.tsx";

/** An icon; from 1280 px up with a word. */
export function ToolButton({
  icon,
  text,
  label = text,
  className,
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children"> & {
  icon: IconName;
  text: string;
  /** The accessible name and the tooltip, if the word alone says too little. */
  label?: string;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={cx(
        "inline-flex h-11 min-w-11 shrink-0 items-center justify-center gap-1.5 rounded-full text-sm font-medium text-quiet transition-colors hover:bg-raised hover:text-text disabled:opacity-40 xl:px-3",
        className,
      )}
      {...rest}
    >
      <Icon name={icon} size={20} />
      <span className="max-xl:hidden">{text}</span>
    </button>
  );
}
