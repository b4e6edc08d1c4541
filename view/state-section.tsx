import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Icon, type IconName } from "./icon.tsx";

export interface StateProps {
  title: string;
  children?: ReactNode;
  icon?: IconName;
  /** One button, or two. */
  action?: ReactNode;
  heading?: "h1" | "h2" | "h3";
}

/** Stands in place of missing content: an icon, a heading, a sentence and the next step. */
export function StateSection({
  title,
  children,
  icon,
  action,
  heading: Heading = "h2",
  role,
}: StateProps & { icon: IconName; role?: "alert" }) {
  return (
    <div
      role={role}
      className="mx-auto flex max-w-lg flex-col items-center overflow-x-clip px-4 py-16 text-center text-balance"
    >
      <span
        className={cx(
          "mb-5 grid size-16 place-items-center rounded-full bg-raised",
          role ? "text-garnet" : "text-quiet",
        )}
      >
        <Icon name={icon} size={28} />
      </span>
      <Heading className="font-display text-xl font-bold">{title}</Heading>
      {children && (
        <div className="mt-2 max-w-full text-base wrap-anywhere text-quiet">{children}</div>
      )}
      {action && (
        <div className="mt-6 flex max-w-full flex-wrap justify-center gap-3">{action}</div>
      )}
    </div>
  );
}
