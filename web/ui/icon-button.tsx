import type { ButtonHTMLAttributes } from "react";
import { cx } from "#view/cx.ts";
import { Icon, type IconName } from "#view/icon.tsx";

/** In pixels, like the icon: with a visitor's large letters a row of buttons would not fit on a phone. */
const iconButtonClass =
  "inline-flex size-[44px] shrink-0 items-center justify-center rounded-full text-quiet transition-colors hover:bg-raised hover:text-text";

/** `label` is both the accessible name and the tooltip. */
export function IconButton({
  icon,
  label,
  size = 20,
  className,
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children"> & {
  icon: IconName;
  label: string;
  size?: number;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={cx(iconButtonClass, className)}
      {...rest}
    >
      <Icon name={icon} size={size} />
    </button>
  );
}
