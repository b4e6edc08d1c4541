import type { ReactNode } from "react";
import { brand } from "#schema/brand.ts";
import { Link } from "#web/link.tsx";
import { paths } from "#web/paths.ts";
import { Facets } from "#web/features/auth/facets.tsx";
import { Icon, type IconName } from "#view/icon.tsx";

const REASONS: { icon: IconName; text: string }[] = [
  { icon: "heart", text: "Heart the creators and posts you like" },
  { icon: "gallery", text: "Find them again in your saved lists" },
  { icon: "eyeOff", text: "Keep your blur and layout on every device" },
];

const inlineLink = "font-medium text-text underline underline-offset-2 hover:text-citrine";

/** The form; on a wide screen with the reasons for an account beside it. */
export function AuthShell({
  title,
  lead,
  children,
}: {
  title: string;
  lead: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="mx-auto grid w-full max-w-[1080px] flex-1 items-center gap-16 px-4 py-10 sm:px-6 lg:grid-cols-2 lg:py-16">
      <section className="mx-auto flex w-full max-w-[400px] flex-col gap-6">
        <div>
          <h1 className="font-display text-xl font-extrabold">{title}</h1>
          <p className="mt-1 text-sm text-quiet">{lead}</p>
        </div>
        {children}
        <p className="text-xs text-quiet">
          By going on you agree to the{" "}
          <Link to={paths.terms()} className={inlineLink}>
            Terms
          </Link>{" "}
          and the{" "}
          <Link to={paths.privacy()} className={inlineLink}>
            Privacy Policy
          </Link>
          .
        </p>
      </section>
      <aside className="relative hidden h-full min-h-[560px] overflow-hidden rounded-modal border border-line bg-surface p-10 lg:flex lg:flex-col lg:justify-end">
        <Facets />
        <p className="relative font-display text-2xl font-extrabold">{brand.tagline}</p>
        <ul className="relative mt-6 flex flex-col gap-3">
          {REASONS.map(({ icon, text }) => (
            <li key={text} className="flex items-center gap-3">
              <Icon name={icon} className="text-citrine" />
              {text}
            </li>
          ))}
        </ul>
      </aside>
    </div>
  );
}
