import { ProsePage } from "./prose-page.tsx";

export function AdminPage() {
  return <ProsePage title="Admin - Unearth" heading="Admin" />;
}
