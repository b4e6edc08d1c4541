import { useLocation } from "react-router";
import { PAGES } from "#schema/pages.ts";
import { AuthShell } from "#web/features/auth/auth-shell.tsx";
import { LeadBack } from "#web/features/auth/lead-back.tsx";
import { LoginForm } from "#web/features/auth/login-form.tsx";
import { useSession } from "#web/features/auth/session.queries.ts";
import { SocialButtons } from "#web/features/auth/social-buttons.tsx";
import { type AuthState, useWayBack } from "#web/features/auth/way-back.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { Link } from "#web/link.tsx";
import { paths } from "#web/paths.ts";

export function LoginPage() {
  usePageTitle(PAGES.login.title);
  const { isAuthenticated } = useSession();
  const wayBack = useWayBack();
  const state = useLocation().state as AuthState | null;
  if (isAuthenticated) return <LeadBack />;
  return (
    <AuthShell
      title="Log in"
      lead={
        state?.sessionEnded ? (
          "Your session has ended. Log in to go on where you were."
        ) : (
          <>
            New here?{" "}
            <Link
              {...wayBack(paths.signup())}
              className="font-semibold text-citrine hover:underline"
            >
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
