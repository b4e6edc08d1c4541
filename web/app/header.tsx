import { Link, useLocation, useMatch } from "react-router";
import { brand } from "#schema/brand.ts";
import { useSession } from "#web/features/auth/session.queries.ts";
import { SearchForm } from "#web/features/search/search-form.tsx";
import { ThemeToggle } from "#web/features/theme/theme-toggle.tsx";
import { cx } from "#web/lib/cx.ts";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Gem } from "#web/ui/gem.tsx";
import { Icon } from "#web/ui/icons.tsx";

/** Whoever logs in from anywhere else goes on where they were. */
const LEADS_HOME = new Set([paths.home(), paths.login(), paths.signup()]);

function HeaderActions() {
  const { isPending, isAuthenticated } = useSession();
  const { pathname, search } = useLocation();
  const compact = "px-3 sm:px-4";
  const back = LEADS_HOME.has(pathname) ? undefined : pathname + search;
  if (isPending) return <div className="h-11 w-36" />;
  if (isAuthenticated) {
    return (
      <Link to={paths.account()} className={buttonClass("secondary")}>
        <Icon name="user" size={18} />
        Account
      </Link>
    );
  }
  return (
    <>
      <Link to={paths.login(back)} className={cx(buttonClass("ghost"), compact)}>
        Login
      </Link>
      <Link to={paths.signup()} className={cx(buttonClass("primary"), compact)}>
        Sign Up
      </Link>
    </>
  );
}

/** One row from 640 px up; below that the search has its own. */
export function Header() {
  const username = useMatch("/user/:username")?.params.username ?? "";
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex max-w-[1920px] flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2 sm:h-16 sm:flex-nowrap sm:px-6 sm:py-0">
        <Link
          to={paths.home()}
          aria-label={`${brand.name} home`}
          className="flex min-h-11 items-center gap-2 rounded-input font-display text-lg font-extrabold tracking-tight"
        >
          <Gem />
          <span className="max-[359px]:sr-only">{brand.name}</span>
        </Link>
        <SearchForm
          key={username}
          size="header"
          name="Search Reddit users"
          initial={username}
          className="order-last w-full sm:order-none sm:mx-auto sm:max-w-md sm:flex-1"
        />
        <nav aria-label="Account" className="ml-auto flex items-center gap-1 sm:ml-0 sm:gap-2">
          <ThemeToggle />
          <HeaderActions />
        </nav>
      </div>
    </header>
  );
}
