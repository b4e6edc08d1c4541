import { useState } from "react";
import { Navigate, useLocation } from "react-router";
import type { AccountUser } from "#schema/api/auth.ts";
import { pageTitles } from "#schema/page-titles.ts";
import { AccountSettings } from "#web/features/account/account-settings.tsx";
import { LogoutButton } from "#web/features/account/logout-button.tsx";
import { useSession } from "#web/features/auth/session.queries.ts";
import { ViewPreferences } from "#web/features/preferences/view-preferences.tsx";
import { SavedTabs } from "#web/features/saved/saved-tabs.tsx";
import { usePageTitle } from "#web/lib/page-title.ts";
import { paths } from "#web/paths.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const memberSince = new Intl.DateTimeFormat("en", { month: "long", year: "numeric" });

function AccountHead({ user, onBeforeLeave }: { user: AccountUser; onBeforeLeave: () => void }) {
  const name = user.displayName ?? user.username;
  return (
    <header className="flex flex-wrap items-center gap-4">
      <Avatar url={null} name={name} size={64} />
      <div className="min-w-0 flex-1">
        <h1 className="font-display text-xl font-extrabold">{name}</h1>
        <p className="text-sm text-quiet">
          @{user.username}
          <span className="max-sm:sr-only">
            {" · "}here since {memberSince.format(new Date(user.createdAt))}
          </span>
        </p>
      </div>
      <LogoutButton onBeforeLeave={onBeforeLeave} />
    </header>
  );
}

function AccountLoading() {
  return (
    <div className="mx-auto w-full max-w-[1280px] px-4 py-8 sm:px-6" aria-busy="true">
      <Skeleton className="h-16" />
      <Skeleton className="mt-8 h-96" />
    </div>
  );
}

export function AccountPage() {
  const { user, isPending } = useSession();
  const { pathname, search } = useLocation();
  usePageTitle(pageTitles.account(user?.username));
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => setLeaving(true);

  if (isPending) return <AccountLoading />;
  if (!user) {
    return <Navigate to={isLeaving ? paths.home() : paths.login(pathname + search)} replace />;
  }
  return (
    <div className="mx-auto w-full max-w-[1280px] px-4 py-8 sm:px-6">
      <AccountHead user={user} onBeforeLeave={leave} />
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-[360px_1fr] lg:grid-rows-[auto_1fr]">
        <Panel title="View Preferences">
          <ViewPreferences />
        </Panel>
        <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <SavedTabs />
        </div>
        <Panel title="Your account">
          <AccountSettings user={user} onBeforeLeave={leave} />
        </Panel>
      </div>
    </div>
  );
}
