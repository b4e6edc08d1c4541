import { ProsePage } from "./prose-page.tsx";

export function LoginPage() {
  return <ProsePage title="Login - Unearth" heading="Login" />;
}
