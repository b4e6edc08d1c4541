import { type ReactNode, useId } from "react";

/** A titled card for a group of settings. */
export function Panel({
  title,
  action,
  children,
}: {
  title: string;
  /** One quiet button beside the title. */
  action?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="rounded-card border border-line bg-surface px-4 py-3 sm:p-5"
    >
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 sm:mb-3">
        <h2 id={id} className="font-display text-lg font-bold">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
