import type { ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";
import { Icon, type IconName } from "./icons.tsx";

interface StateProps {
  title: string;
  children?: ReactNode;
  icon?: IconName;
  /** The one useful button (or two). */
  action?: ReactNode;
  heading?: "h1" | "h2" | "h3";
}

function State({
  title,
  children,
  icon,
  action,
  heading: Heading = "h2",
  role,
  tone,
}: StateProps & { role?: "alert"; tone: string }) {
  return (
    <div
      role={role}
      className="mx-auto flex max-w-lg flex-col items-center px-4 py-16 text-center text-balance"
    >
      {icon && (
        <span className={cx("mb-5 grid size-16 place-items-center rounded-full bg-raised", tone)}>
          <Icon name={icon} size={28} />
        </span>
      )}
      <Heading className="font-display text-xl font-bold">{title}</Heading>
      {children && <div className="mt-2 text-base text-quiet">{children}</div>}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}

export function EmptyState({ icon = "search", ...props }: StateProps) {
  return <State icon={icon} tone="text-quiet" {...props} />;
}

export function ErrorState({ icon = "warning", ...props }: StateProps) {
  return <State icon={icon} tone="text-garnet" role="alert" {...props} />;
}
