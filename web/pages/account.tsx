import { ProsePage } from "./prose-page.tsx";

export function AccountPage() {
  return <ProsePage title="Account - Unearth" heading="Account" />;
}
