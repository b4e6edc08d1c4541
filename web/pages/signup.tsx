import { ProsePage } from "./prose-page.tsx";

export function SignupPage() {
  return <ProsePage title="Sign Up - Unearth" heading="Sign Up" />;
}
