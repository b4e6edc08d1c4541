import { lazy, type ComponentType } from "react";
import { Route, Routes } from "react-router";
import { Layout } from "./layout.tsx";

type Loader<Name extends string> = () => Promise<Record<Name, ComponentType>>;

function page<Name extends string>(name: Name, load: Loader<Name>) {
  return lazy(async () => ({ default: (await load())[name] }));
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
