import { PAGES } from "#schema/pages.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { Link } from "#web/link.tsx";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/state.tsx";

export function NotFoundPage() {
  usePageTitle(PAGES["not-found"].title);
  return (
    <EmptyState
      heading="h1"
      title="404 Page Not Found"
      action={
        <>
          <Link to={paths.home()} className={buttonClass("primary")}>
            Back to Home
          </Link>
          <Link to={paths.about()} className={buttonClass("secondary")}>
            Learn About
          </Link>
        </>
      }
    >
      <p>Nothing has been unearthed at this address.</p>
    </EmptyState>
  );
}
