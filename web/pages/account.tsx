import { useState } from "react";
import { Navigate, useLocation } from "react-router";
import { PAGES, titleOfAccount } from "#schema/pages.ts";
import { AccountHead } from "#web/features/account/account-head.tsx";
import { AccountSettings } from "#web/features/account/account-settings.tsx";
import { useSession } from "#web/features/auth/session.queries.ts";
import { ViewPreferences } from "#web/features/preferences/view-preferences.tsx";
import { SavedTabs } from "#web/features/saved/saved-tabs.tsx";
import { usePageTitle } from "#web/lib/page-title.ts";
import { paths } from "#web/paths.ts";
import { Panel } from "#web/ui/panel.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

function AccountLoading() {
  return (
    <div className="mx-auto w-full max-w-[1280px] px-4 py-8 sm:px-6" aria-busy="true">
      <Skeleton className="h-16" />
      <Skeleton className="mt-8 h-96" />
    </div>
  );
}

export function AccountPage() {
  const { user, isPending, hasEnded } = useSession();
  const { pathname, search } = useLocation();
  const [last, setLast] = useState(user);
  if (user && user !== last) setLast(user);
  // A logout or a deletion of the account in this tab.
  const isLeaving = last !== null && !hasEnded;
  // A page that is left keeps its title, because another one would be announced before the next page's.
  const named = user ?? (isLeaving ? last : null);
  usePageTitle(named ? titleOfAccount(named.username) : PAGES.account.title);

  if (isPending) return <AccountLoading />;
  if (!user) {
    return <Navigate to={isLeaving ? paths.home() : paths.login(pathname + search)} replace />;
  }
  return (
    <div className="mx-auto w-full max-w-[1280px] px-4 py-4 sm:px-6 sm:py-8">
      <AccountHead user={user} />
      <div className="mt-4 grid grid-cols-1 items-start gap-4 sm:mt-8 sm:gap-6 lg:grid-cols-[360px_1fr] lg:grid-rows-[auto_1fr]">
        <ViewPreferences />
        <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <SavedTabs />
        </div>
        <Panel title="Your account">
          {/* An open dialog names the account that it was opened for, but would act on the session's. */}
          <AccountSettings key={user.id} user={user} />
        </Panel>
      </div>
    </div>
  );
}
