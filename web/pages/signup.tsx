import { Link, Navigate } from "react-router";
import { pageTitles } from "#schema/page-titles.ts";
import { AuthShell } from "#web/features/auth/auth-shell.tsx";
import { useSession } from "#web/features/auth/session.queries.ts";
import { SignupForm } from "#web/features/auth/signup-form.tsx";
import { SocialButtons } from "#web/features/auth/social-buttons.tsx";
import { usePageTitle } from "#web/lib/page-title.ts";
import { paths } from "#web/paths.ts";

export function SignupPage() {
  usePageTitle(pageTitles.signup());
  const { isAuthenticated } = useSession();
  if (isAuthenticated) return <Navigate to={paths.home()} replace />;
  return (
    <AuthShell
      title="Sign up"
      lead={
        <>
          Already have an account?{" "}
          <Link to={paths.login()} className="font-semibold text-citrine hover:underline">
            Log in
          </Link>
        </>
      }
    >
      <SignupForm />
      <SocialButtons verb="Sign up" />
    </AuthShell>
  );
}
