import { lazy, useState, type ComponentType } from "react";
import { useLocation } from "react-router";
import { hasFirstView, pageAt, type PageName } from "#schema/pages.ts";
import { pause } from "#web/lib/pause.ts";
import { Layout } from "./layout.tsx";

type Loader<Name extends string> = () => Promise<Record<Name, ComponentType>>;

/** Loads the chunk at the first visit. A page fetched before its first render needs no placeholder. */
function page<Name extends string>(name: Name, load: Loader<Name>) {
  let fetched: ComponentType | null = null;
  const fetchPage = async () => {
    fetched = (await load())[name];
    return { default: fetched };
  };
  const Later = lazy(fetchPage);
  function Page() {
    const [Drawn] = useState(() => fetched ?? Later);
    return <Drawn />;
  }
  return Object.assign(Page, { fetchPage });
}

const withFullFooter = {
  home: page("HomePage", () => import("#web/pages/home.tsx")),
  leaderboard: page("LeaderboardPage", () => import("#web/pages/leaderboard.tsx")),
  account: page("AccountPage", () => import("#web/pages/account.tsx")),
  about: page("AboutPage", () => import("#web/pages/about.tsx")),
  terms: page("TermsPage", () => import("#web/pages/terms.tsx")),
  privacy: page("PrivacyPage", () => import("#web/pages/privacy.tsx")),
  contact: page("ContactPage", () => import("#web/pages/contact.tsx")),
  "not-found": page("NotFoundPage", () => import("#web/pages/not-found.tsx")),
};

const withSimpleFooter = {
  user: page("UserPage", () => import("#web/pages/user.tsx").then((m) => m.fetchUserPage())),
  following: page("FollowingPage", () => import("#web/pages/following.tsx")),
  login: page("LoginPage", () => import("#web/pages/login.tsx")),
  signup: page("SignupPage", () => import("#web/pages/signup.tsx")),
  admin: page("AdminPage", () => import("#web/pages/admin.tsx")),
  "admin-removals": page("AdminRemovalsPage", () => import("#web/pages/admin-removals.tsx")),
};

type Page = ReturnType<typeof page>;
const pages: Record<PageName, Page> = { ...withFullFooter, ...withSimpleFooter };

/** Without a first view nothing is shown meanwhile. */
const EMPTY_PAGE_MS = 300;

/**
 * Waits for the page's chunk, so that the app replaces a first view by the complete page, and starts no view transition:
 * React starts one for a page that appears later, and drops events until it runs. The router reports a failure.
 */
export async function fetchFirstPage(pathname: string): Promise<void> {
  const name = pageAt(pathname);
  const fetching = pages[name].fetchPage().catch(() => undefined);
  if (hasFirstView(name)) await fetching;
  else await Promise.race([fetching, pause(EMPTY_PAGE_MS)]);
}

/** `pageAt` is shared with the Worker. `Routes` would match the same addresses a second time (decision 119). */
export function AppRoutes() {
  const name = pageAt(useLocation().pathname);
  const Page = pages[name];
  return (
    <Layout footer={name in withFullFooter ? "full" : "simple"}>
      <Page />
    </Layout>
  );
}
