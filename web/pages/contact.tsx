import { ProsePage } from "./prose-page.tsx";

export function ContactPage() {
  return <ProsePage title="Contact - Unearth" heading="Contact" />;
}
