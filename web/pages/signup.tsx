import { PAGES } from "#schema/pages.ts";
import { AuthShell } from "#web/features/auth/auth-shell.tsx";
import { LeadBack } from "#web/features/auth/lead-back.tsx";
import { useSession } from "#web/features/auth/session.queries.ts";
import { SignupForm } from "#web/features/auth/signup-form.tsx";
import { SocialButtons } from "#web/features/auth/social-buttons.tsx";
import { useWayBack } from "#web/features/auth/way-back.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { Link } from "#web/link.tsx";
import { paths } from "#web/paths.ts";

export function SignupPage() {
  usePageTitle(PAGES.signup.title);
  const { isAuthenticated } = useSession();
  const wayBack = useWayBack();
  if (isAuthenticated) return <LeadBack />;
  return (
    <AuthShell
      title="Sign up"
      lead={
        <>
          Already have an account?{" "}
          <Link {...wayBack(paths.login())} className="font-semibold text-citrine hover:underline">
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
