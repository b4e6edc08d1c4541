import { PAGES } from "#schema/pages.ts";
import { AuthShell } from "#web/features/auth/auth-shell.tsx";
import { ReturnAfterLogin } from "#web/features/auth/return-after-login.tsx";
import { useSession } from "#web/features/auth/session.queries.ts";
import { SignupForm } from "#web/features/auth/signup-form.tsx";
import { ProviderButtons } from "#web/features/auth/provider-buttons.tsx";
import { useLoginLink } from "#web/features/auth/login-link.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { Link } from "#web/link.tsx";
import { paths } from "#web/paths.ts";

export function SignupPage() {
  usePageTitle(PAGES.signup.title);
  const { isAuthenticated } = useSession();
  const loginLink = useLoginLink();
  if (isAuthenticated) return <ReturnAfterLogin />;
  return (
    <AuthShell
      title="Sign up"
      lead={
        <>
          Already have an account?{" "}
          <Link
            {...loginLink(paths.login())}
            className="font-semibold text-citrine hover:underline"
          >
            Log in
          </Link>
        </>
      }
    >
      <SignupForm />
      <ProviderButtons verb="Sign up" />
    </AuthShell>
  );
}
