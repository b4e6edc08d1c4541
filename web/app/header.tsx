import { useLocation } from "react-router";
import { usernameAt } from "#schema/pages.ts";
import { useSession } from "#web/features/auth/session.queries.ts";
import { useLoginLink } from "#web/features/auth/login-link.ts";
import { SearchForm } from "#web/features/search/search-form.tsx";
import { ThemeToggle } from "#web/features/theme/theme-toggle.tsx";
import { cx } from "#view/cx.ts";
import { Link } from "#web/link.tsx";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { HeaderBar } from "#view/header-bar.tsx";
import { Icon } from "#view/icon.tsx";
import type { LinkProps } from "#view/link.tsx";

/** For HeaderBar, which does not know the router. */
const RouterLink = ({ href, ...rest }: LinkProps) => <Link to={href} {...rest} />;

function HeaderActions() {
  const { isPending, isAuthenticated } = useSession();
  const loginLink = useLoginLink();
  const compact = "max-sm:px-2.5";
  if (isPending) return <div className="h-11 w-44 max-xs:w-16" />;
  if (isAuthenticated) {
    return (
      <Link to={paths.account()} className={cx(buttonClass("secondary"), "max-sm:w-full")}>
        <Icon name="user" size={18} />
        <span className="max-xs:sr-only">Account</span>
      </Link>
    );
  }
  return (
    <>
      <Link {...loginLink(paths.login())} className={cx(buttonClass("ghost"), compact)}>
        Login
      </Link>
      <Link
        {...loginLink(paths.signup())}
        className={cx(buttonClass("primary"), compact, "max-xs:hidden")}
      >
        Sign Up
      </Link>
    </>
  );
}

export function Header() {
  const username = usernameAt(useLocation().pathname);
  return (
    <HeaderBar
      link={RouterLink}
      search={<SearchForm key={username} kind="header" initial={username} />}
      account={
        <>
          <ThemeToggle className="max-sm:hidden" />
          <HeaderActions />
        </>
      }
    />
  );
}
