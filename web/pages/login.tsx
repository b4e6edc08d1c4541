import { AuthShell } from "#web/features/auth/auth-shell.tsx";
import { LoginForm } from "#web/features/auth/login-form.tsx";
import { useSession } from "#web/features/auth/session.queries.ts";

export function LoginPage() {
  const { hasEnded, isRefused } = useSession();
  return (
    <AuthShell
      page="login"
      note={
        hasEnded && (
          <span>{`Your session has ended. Log in to go on where you were.${isRefused ? " If it ended at once, allow cookies for this site." : ""} `}</span>
        )
      }
    >
      <LoginForm />
    </AuthShell>
  );
}
