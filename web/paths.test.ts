import { expect, test } from "vitest";
import { paths } from "./paths.ts";

test("the product's addresses are unchanged: a change breaks existing links", () => {
  expect({
    home: paths.home(),
    user: paths.user("gemhunter"),
    userWithDefaults: paths.user("gemhunter", { sort: "new", media: "all" }),
    userView: paths.user("gemhunter", { sort: "top", media: "video" }),
    narrowed: paths.user("gemhunter", {
      sort: "new",
      r: "Opals,Agates",
      q: "é & b",
      before: "2023-05",
    }),
    hostileUser: paths.user("../admin?x=1#y"),
    dotsUser: paths.user(".."),
    leaderboard: paths.leaderboard(),
    login: paths.login(),
    loginBack: paths.login("/user/gemhunter?sort=top"),
    signup: paths.signup(),
    account: paths.account(),
    following: paths.following(),
    about: paths.about(),
    terms: paths.terms(),
    privacy: paths.privacy(),
    contact: paths.contact(),
    admin: paths.admin(),
    adminFeedback: paths.admin("feedback"),
    adminRemovals: paths["admin-removals"](),
  }).toMatchInlineSnapshot(`
    {
      "about": "/about",
      "account": "/account",
      "admin": "/admin",
      "adminFeedback": "/admin?tab=feedback",
      "adminRemovals": "/admin/removals",
      "contact": "/contact",
      "dotsUser": "/user/u%2F..",
      "following": "/following",
      "home": "/",
      "hostileUser": "/user/..%2Fadmin%3Fx%3D1%23y",
      "leaderboard": "/leaderboard",
      "login": "/login",
      "loginBack": "/login?returnUrl=%2Fuser%2Fgemhunter%3Fsort%3Dtop",
      "narrowed": "/user/gemhunter?r=Opals,Agates&q=%C3%A9+%26+b&before=2023-05",
      "privacy": "/privacy",
      "signup": "/signup",
      "terms": "/terms",
      "user": "/user/gemhunter",
      "userView": "/user/gemhunter?sort=top&media=video",
      "userWithDefaults": "/user/gemhunter",
    }
  `);
});
