import { expect, test } from "vitest";
import { paths } from "./paths.ts";

test("every address of the product is what it was: a change here breaks people's links", () => {
  expect({
    home: paths.home(),
    user: paths.user("gemhunter"),
    userWithDefaults: paths.user("gemhunter", { sort: "new", media: "all" }),
    userView: paths.user("gemhunter", { sort: "top", media: "video", post: "abc12" }),
    hostileUser: paths.user("../admin?x=1#y"),
    leaderboard: paths.leaderboard(),
    leaderboardPosts: paths.leaderboard("posts"),
    login: paths.login(),
    loginBack: paths.login("/user/gemhunter?sort=top"),
    signup: paths.signup(),
    account: paths.account(),
    accountPosts: paths.account("posts"),
    about: paths.about(),
    terms: paths.terms(),
    privacy: paths.privacy(),
    contact: paths.contact(),
    admin: paths.admin(),
  }).toMatchInlineSnapshot(`
    {
      "about": "/about",
      "account": "/account",
      "accountPosts": "/account?tab=posts",
      "admin": "/admin",
      "contact": "/contact",
      "home": "/",
      "hostileUser": "/user/..%2Fadmin%3Fx%3D1%23y",
      "leaderboard": "/leaderboard",
      "leaderboardPosts": "/leaderboard?tab=posts",
      "login": "/login",
      "loginBack": "/login?returnUrl=%2Fuser%2Fgemhunter%3Fsort%3Dtop",
      "privacy": "/privacy",
      "signup": "/signup",
      "terms": "/terms",
      "user": "/user/gemhunter",
      "userView": "/user/gemhunter?sort=top&media=video&post=abc12",
      "userWithDefaults": "/user/gemhunter",
    }
  `);
});
