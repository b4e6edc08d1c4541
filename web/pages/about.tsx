import { ProsePage } from "./prose-page.tsx";

export function AboutPage() {
  return <ProsePage title="About - Unearth" heading="About Unearth" />;
}
