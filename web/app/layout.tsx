import { Suspense, ViewTransition } from "react";
import { Outlet, useLocation } from "react-router";
import { ErrorBoundary } from "./error-boundary.tsx";
import { FullFooter } from "./full-footer.tsx";
import { Header } from "./header.tsx";
import { PagePlaceholder } from "./page-placeholder.tsx";
import { ScrollManager } from "./scroll-manager.tsx";
import { SimpleFooter } from "./simple-footer.tsx";

/** Every screen: header, the page, one of two footers. A crash in a page leaves the rest standing. */
export function Layout({ footer }: { footer: "full" | "simple" }) {
  const { pathname, key } = useLocation();
  // The page one arrives on is simply there.
  const enter = key === "default" ? "none" : "auto";
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only rounded-input bg-citrine p-3 font-semibold text-on-citrine focus:not-sr-only focus:absolute focus:z-50"
      >
        Skip to content
      </a>
      <Header />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
        <Suspense fallback={<PagePlaceholder />}>
          <ViewTransition key={pathname} default="none" enter={enter} exit="auto">
            <div className="flex flex-1 flex-col">
              <ErrorBoundary>
                <Outlet />
              </ErrorBoundary>
            </div>
          </ViewTransition>
          <ScrollManager />
        </Suspense>
      </main>
      {footer === "full" ? <FullFooter /> : <SimpleFooter />}
    </div>
  );
}
