import { ProsePage } from "./prose-page.tsx";

export function PrivacyPage() {
  return <ProsePage title="Privacy - Unearth" heading="Privacy" />;
}
