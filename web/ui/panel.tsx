import { type ReactNode, useId } from "react";

/** A titled card that holds a group of settings. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-surface p-5">
      <h2 id={id} className="mb-3 font-display text-lg font-bold">
        {title}
      </h2>
      {children}
    </section>
  );
}
