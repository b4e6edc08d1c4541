import { lazy, useState, type ComponentType } from "react";
import { matchPath, Route, Routes } from "react-router";
import { Layout } from "./layout.tsx";

type Loader<Name extends string> = () => Promise<Record<Name, ComponentType>>;

/** Loaded when it is visited; what was fetched before it is drawn is drawn at once. */
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

const Home = page("HomePage", () => import("#web/pages/home.tsx"));
const User = page("UserPage", () => import("#web/pages/user.tsx"));
const Leaderboard = page("LeaderboardPage", () => import("#web/pages/leaderboard.tsx"));
const Login = page("LoginPage", () => import("#web/pages/login.tsx"));
const Signup = page("SignupPage", () => import("#web/pages/signup.tsx"));
const Account = page("AccountPage", () => import("#web/pages/account.tsx"));
const About = page("AboutPage", () => import("#web/pages/about.tsx"));
const Terms = page("TermsPage", () => import("#web/pages/terms.tsx"));
const Privacy = page("PrivacyPage", () => import("#web/pages/privacy.tsx"));
const Contact = page("ContactPage", () => import("#web/pages/contact.tsx"));
const Admin = page("AdminPage", () => import("#web/pages/admin.tsx"));
const NotFound = page("NotFoundPage", () => import("#web/pages/not-found.tsx"));

/** The pages of which the Worker has drawn the beginning: the app takes over when it can go on with it. */
const DRAWN = [
  ["/", Home],
  ["/user/:username", User],
  ["/leaderboard", Leaderboard],
] as const;

/** A page that cannot be fetched is the router's to report. */
export async function fetchFirstPage(pathname: string): Promise<void> {
  const found = DRAWN.find(([path]) => matchPath(path, pathname));
  await found?.[1].fetchPage().catch(() => undefined);
}

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout footer="full" />}>
        <Route index element={<Home />} />
        <Route path="leaderboard" element={<Leaderboard />} />
        <Route path="account" element={<Account />} />
        <Route path="about" element={<About />} />
        <Route path="terms" element={<Terms />} />
        <Route path="privacy" element={<Privacy />} />
        <Route path="contact" element={<Contact />} />
        <Route path="*" element={<NotFound />} />
      </Route>
      <Route element={<Layout footer="simple" />}>
        <Route path="user/:username?" element={<User />} />
        <Route path="login" element={<Login />} />
        <Route path="signup" element={<Signup />} />
        <Route path="admin" element={<Admin />} />
      </Route>
    </Routes>
  );
}
