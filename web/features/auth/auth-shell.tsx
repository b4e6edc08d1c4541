import type { ReactNode } from "react";
import { brand } from "#schema/brand.ts";
import { PAGES } from "#schema/pages.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { Link } from "#web/link.tsx";
import { paths } from "#web/paths.ts";
import { Facets } from "#web/features/auth/facets.tsx";
import { Icon, type IconName } from "#view/icon.tsx";
import { useLoginLink } from "./login-link.ts";
import { ProviderButtons } from "./provider-buttons.tsx";
import { ReturnAfterLogin } from "./return-after-login.tsx";
import { useSession } from "./session.queries.ts";

const REASONS: { icon: IconName; text: string }[] = [
  { icon: "heart", text: "Heart the creators and posts you like" },
  { icon: "gallery", text: "Find them again in your saved lists" },
  { icon: "eyeOff", text: "Keep your blur and layout on every device" },
];

const inlineLink = "font-medium text-text underline underline-offset-2 hover:text-citrine";

const TEXTS = {
  login: { verb: "Log in", question: "New here?", other: "signup" },
  signup: { verb: "Sign up", question: "Already have an account?", other: "login" },
} as const;

/** The form; on a wide screen with the reasons for an account beside it. */
export function AuthShell({
  page,
  note,
  children,
}: {
  page: keyof typeof TEXTS;
  note?: ReactNode;
  children: ReactNode;
}) {
  usePageTitle(PAGES[page].title);
  const { isAuthenticated } = useSession();
  const loginLink = useLoginLink();
  if (isAuthenticated) return <ReturnAfterLogin />;
  const { verb, question, other } = TEXTS[page];
  return (
    <div className="mx-auto grid w-full max-w-[1080px] flex-1 items-center gap-16 px-4 py-10 sm:px-6 lg:grid-cols-2 lg:py-16">
      <section className="mx-auto flex w-full max-w-[400px] flex-col gap-6">
        <div>
          <h1 className="font-display text-xl font-extrabold">{verb}</h1>
          <p className="mt-1 text-sm text-quiet">
            {note}
            {question}{" "}
            <Link
              {...loginLink(paths[other]())}
              className="font-semibold text-citrine hover:underline"
            >
              {TEXTS[other].verb}
            </Link>
          </p>
        </div>
        {children}
        <ProviderButtons verb={verb} />
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
