import type { ComponentProps } from "react";
import { cx } from "#view/cx.ts";

export type ButtonTone = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "md" | "lg";

const TONES: Record<ButtonTone, string> = {
  primary: "bg-citrine text-on-citrine hover:brighter",
  secondary: "bg-raised text-text hover:bg-line",
  ghost: "text-text hover:bg-raised",
  danger: "bg-garnet text-on-garnet hover:brighter",
};

const SIZES: Record<ButtonSize, string> = {
  md: "min-h-11 px-4 text-sm",
  lg: "min-h-13 px-6 text-base",
};

/** For links that look like a button: `<Link className={buttonClass("primary")}>`. */
export function buttonClass(tone: ButtonTone = "primary", size: ButtonSize = "md"): string {
  return cx(
    "inline-flex items-center justify-center gap-2 rounded-input font-semibold whitespace-nowrap max-[15rem]:whitespace-normal select-none",
    "transition-[filter,background-color,scale] active:scale-[0.98] disabled:opacity-50 aria-disabled:opacity-60",
    TONES[tone],
    SIZES[size],
  );
}

export function Button({
  tone = "primary",
  size = "md",
  type = "button",
  className,
  ...rest
}: ComponentProps<"button"> & { tone?: ButtonTone; size?: ButtonSize }) {
  return <button type={type} className={cx(buttonClass(tone, size), className)} {...rest} />;
}
