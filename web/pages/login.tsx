import { PAGES } from "#schema/pages.ts";
import { AuthShell } from "#web/features/auth/auth-shell.tsx";
import { ReturnAfterLogin } from "#web/features/auth/return-after-login.tsx";
import { LoginForm } from "#web/features/auth/login-form.tsx";
import { useSession } from "#web/features/auth/session.queries.ts";
import { ProviderButtons } from "#web/features/auth/provider-buttons.tsx";
import { useLoginLink } from "#web/features/auth/login-link.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { Link } from "#web/link.tsx";
import { paths } from "#web/paths.ts";

export function LoginPage() {
  usePageTitle(PAGES.login.title);
  const { isAuthenticated, hasEnded, isRefused } = useSession();
  const loginLink = useLoginLink();
  if (isAuthenticated) return <ReturnAfterLogin />;
  return (
    <AuthShell
      title="Log in"
      lead={
        <>
          {hasEnded && (
            <span>{`Your session has ended. Log in to go on where you were.${isRefused ? " If it ended at once, allow cookies for this site." : ""} `}</span>
          )}
          New here?{" "}
          <Link
            {...loginLink(paths.signup())}
            className="font-semibold text-citrine hover:underline"
          >
            Sign up
          </Link>
        </>
      }
    >
      <LoginForm />
      <ProviderButtons verb="Log in" />
    </AuthShell>
  );
}
