import { ProsePage } from "./prose-page.tsx";

export function TermsPage() {
  return <ProsePage title="Terms - Unearth" heading="Terms" />;
}
