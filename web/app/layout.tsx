import { Suspense, useState, ViewTransition, type ReactNode } from "react";
import { useLocation } from "react-router";
import { Main } from "#view/main.tsx";
import { focusMain } from "#web/lib/focus-main.ts";
import { PAGE_REGION } from "#web/lib/announce.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { FullFooter } from "./full-footer.tsx";
import { Header } from "./header.tsx";
import { ScrollManager } from "./scroll-manager.tsx";
import { SimpleFooter } from "./simple-footer.tsx";

interface LayoutProps {
  footer: "full" | "simple";
  children: ReactNode;
}

/** A crash in the page leaves header and footer in place. */
export function Layout({ footer, children }: LayoutProps) {
  const { pathname, key } = useLocation();
  const [firstKey] = useState(key);
  // The first page of a visit has no transition.
  const enter = key === firstKey ? "none" : "auto";
  return (
    <div className="flex min-h-dvh flex-col print:block">
      <a
        href="#main"
        onClick={(event) => {
          // Followed by the browser, the link adds a history entry without the router's key.
          event.preventDefault();
          focusMain();
        }}
        className="sr-only rounded-input bg-citrine p-3 font-semibold text-on-citrine focus:not-sr-only focus:absolute focus:z-50"
      >
        Skip to content
      </a>
      {/* An empty output would be read as a status bar. */}
      <p id={PAGE_REGION} aria-live="polite" className="sr-only" />
      <Header />
      <Main>
        {/* Keeps the page's height while its chunk loads, so that the footer does not jump. */}
        <Suspense fallback={<div className="min-h-dvh" aria-busy="true" />}>
          <ViewTransition key={pathname} default="none" enter={enter} exit="auto">
            <div className="flex flex-1 flex-col">
              <ErrorBoundary place={key}>{children}</ErrorBoundary>
            </div>
          </ViewTransition>
          <ScrollManager />
        </Suspense>
      </Main>
      {footer === "full" ? <FullFooter /> : <SimpleFooter />}
    </div>
  );
}
