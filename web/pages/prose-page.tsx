import type { ReactNode } from "react";
import { usePageTitle } from "#web/lib/page-title.ts";

/** One column with a readable line length. */
export function ProsePage({
  title,
  heading,
  lead,
  changed,
  children,
}: {
  title: string;
  heading: string;
  lead: string;
  /** The date of the last change, for legal texts. */
  changed?: string;
  children: ReactNode;
}) {
  usePageTitle(title);
  return (
    <article className="prose mx-auto w-full max-w-2xl px-4 py-12 sm:px-6">
      <h1 className="font-display text-2xl font-extrabold max-xs:text-[length:min(2.75rem,18vw)]">
        {heading}
      </h1>
      <p className="mt-3 text-lg text-quiet">{lead}</p>
      {children}
      {changed && <p className="mt-10 text-sm text-quiet">Last changed on {changed}.</p>}
    </article>
  );
}

/** A section whose heading can be linked to. */
export function ProseSection({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="outline-none">
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}
