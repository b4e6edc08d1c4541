import { AuthShell } from "#web/features/auth/auth-shell.tsx";
import { SignupForm } from "#web/features/auth/signup-form.tsx";

export const SignupPage = () => (
  <AuthShell page="signup">
    <SignupForm />
  </AuthShell>
);
