import type { ReactNode } from "react";

/** The skip link and a change of page move the focus here. */
export function Main({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
      {children}
    </main>
  );
}
