import type { ReactNode } from "react";
import { usePageTitle } from "#web/lib/page-title.ts";

/** A page of words: one column at a length the eye likes. */
export function ProsePage({
  title,
  heading,
  children,
}: {
  title: string;
  heading: string;
  children?: ReactNode;
}) {
  usePageTitle(title);
  return (
    <article className="mx-auto w-full max-w-2xl px-4 py-12 sm:px-6">
      <h1 className="font-display text-2xl font-extrabold">{heading}</h1>
      {children}
    </article>
  );
}
