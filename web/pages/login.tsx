import { Link, Navigate, useLocation, useSearchParams } from "react-router";
import { pageTitles } from "#schema/page-titles.ts";
import { AuthShell } from "#web/features/auth/auth-shell.tsx";
import { LoginForm } from "#web/features/auth/login-form.tsx";
import type { LoginState } from "#web/features/auth/session-guard.tsx";
import { useSession } from "#web/features/auth/session.queries.ts";
import { SocialButtons } from "#web/features/auth/social-buttons.tsx";
import { usePageTitle } from "#web/lib/page-title.ts";
import { safeReturnUrl } from "#web/lib/return-url.ts";
import { paths } from "#web/paths.ts";

export function LoginPage() {
  usePageTitle(pageTitles.login());
  const { isAuthenticated } = useSession();
  const [query] = useSearchParams();
  const state = useLocation().state as LoginState | null;
  if (isAuthenticated) return <Navigate to={safeReturnUrl(query.get("returnUrl"))} replace />;
  return (
    <AuthShell
      title="Log in"
      lead={
        state?.sessionEnded ? (
          "Your session has ended. Log in to go on where you were."
        ) : (
          <>
            New here?{" "}
            <Link to={paths.signup()} className="font-semibold text-citrine hover:underline">
              Sign up
            </Link>
          </>
        )
      }
    >
      <LoginForm />
      <SocialButtons verb="Log in" />
    </AuthShell>
  );
}
