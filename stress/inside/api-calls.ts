import { cookieOf } from "#worker/testing/accounts.ts";
import { ADMIN_PASSWORD } from "#worker/testing/admin.ts";
import type { TestApp } from "#worker/testing/test-app.ts";

/** The headers of each role. */
export interface Keys {
  signedOut: Record<string, string>;
  member: Record<string, string>;
  /** For the password change only, which ends the account's other sessions and renews the token of its own. */
  changer: Record<string, string>;
  leaver: Record<string, string>;
  admin: Record<string, string>;
  /** The id of a sample post, for `:post` in a path. */
  post: string;
}

type Role = Exclude<keyof Keys, "post">;

export interface Call {
  name: string;
  role: Role;
  method: string;
  path: string;
  body?: (round: number) => unknown;
  /** The status while D1 fails: "same" as without the fault, or "busy", a 503. */
  withoutD1: "same" | "busy";
}

const get = (path: string, role: Role, withoutD1: Call["withoutD1"]): Call => ({
  name: `GET ${path} (${role})`,
  role,
  method: "GET",
  path,
  withoutD1,
});

function send(
  method: string,
  path: string,
  role: Role,
  body?: Call["body"],
  withoutD1: Call["withoutD1"] = "busy",
): Call {
  return { name: `${method} ${path} (${role})`, role, method, path, body, withoutD1 };
}

const CREATOR = "gemhunter";
export const MEMBER = { username: "fire_member", password: "correct horse 9" };
const items = [{ type: "user", id: CREATOR }];

const vouched = {
  username: CREATOR,
  title: "A title",
  subreddit: "pics",
  created: 1_790_000_000,
  isNsfw: false,
  isSpoiler: false,
  mediaType: "image",
  thumbnailUrl: null,
};

/** One call of every repeatable kind. */
export const CALLS: Call[] = [
  get("/api/auth/status", "signedOut", "same"),
  get("/api/auth/status", "member", "busy"),
  get("/api/auth/me", "member", "busy"),
  send("POST", "/api/auth/login", "signedOut", () => MEMBER),
  send("POST", "/api/auth/signup", "signedOut", (round) => ({
    username: `fire_round_${round}`,
    password: MEMBER.password,
  })),
  get("/api/user/preferences", "member", "busy"),
  send("PUT", "/api/user/preferences", "member", () => ({ blurEnabled: false })),
  send("POST", "/api/user/preferences/reset", "member"),
  send("PUT", "/api/user/password", "changer", () => ({
    currentPassword: MEMBER.password,
    newPassword: MEMBER.password,
  })),
  send("POST", "/api/auth/logout", "leaver"),
  get("/api/user/export", "member", "busy"),
  send("POST", "/api/feedback", "signedOut", () => ({
    title: "A title",
    description: "Long enough",
  })),
  get("/api/feedback", "admin", "busy"),
  send("POST", "/api/admin/login", "signedOut", () => ({ password: ADMIN_PASSWORD })),
  get("/api/admin/session", "admin", "busy"),
  get("/api/admin/nsfw-subreddits", "admin", "busy"),
  get("/api/admin/removals?q=gem", "admin", "busy"),
  send("POST", "/api/removals", "signedOut", () => ({
    kind: "post",
    link: "https://www.reddit.com/comments/abc/",
    why: "Long enough",
  })),
  get("/api/leaderboard/users?limit=50", "signedOut", "same"),
  get("/api/leaderboard/posts?limit=50", "signedOut", "same"),
  get(`/api/leaderboard/users/${CREATOR}/vote-status`, "signedOut", "busy"),
  get("/api/leaderboard/posts/:post/vote-status", "member", "busy"),
  send("POST", "/api/leaderboard/vote-status", "member", () => ({ items })),
  send("POST", "/api/leaderboard/posts/:post/vote", "member"),
  send("POST", "/api/leaderboard/posts/:post/vouched-vote", "member", () => vouched),
  send("DELETE", "/api/leaderboard/posts/t3_unheard/vote", "member"),
  send("POST", `/api/leaderboard/users/${CREATOR}/vote`, "member"),
  send("DELETE", "/api/leaderboard/users/northlight/vote", "member"),
  get("/api/leaderboard/saved/users", "member", "busy"),
  get("/api/leaderboard/saved/posts", "member", "busy"),
  get("/api/leaderboard/saved/waiting", "member", "busy"),
  send("POST", "/api/reddit/search", "signedOut", () => ({ username: CREATOR, limit: 12 }), "same"),
  send(
    "POST",
    "/api/reddit/search",
    "signedOut",
    () => ({ username: CREATOR, limit: 12, sortBy: "top" }),
    "same",
  ),
  send("POST", "/api/following/feed", "signedOut", () => ({ users: [CREATOR] }), "same"),
  send("POST", "/api/following/feed", "member", () => ({})),
  get(`/api/reddit/user/${CREATOR}`, "signedOut", "same"),
  get("/api/reddit/post/:post", "signedOut", "same"),
  get(`/api/badges/users/${CREATOR}`, "signedOut", "same"),
  send("POST", `/api/badges/users/${CREATOR}/refresh`, "signedOut"),
  get("/api/reddit/redgifs/amberdriftingheron", "signedOut", "same"),
  get("/api/redgifs/quietgildedmoth", "signedOut", "same"),
  get("/", "signedOut", "same"),
  get("/leaderboard", "signedOut", "same"),
  get(`/user/${CREATOR}`, "member", "same"),
  get(`/user/${CREATOR}/feed.xml`, "signedOut", "same"),
  get(`/user/${CREATOR}/feed.json`, "signedOut", "same"),
];

export const isPage = ({ path }: Call): boolean => !/^\/api|\/feed\.\w+$/.test(path);

export async function perform(
  app: TestApp,
  call: Call,
  keys: Keys,
  round: number,
): Promise<Response> {
  const path = call.path.replace(":post", keys.post);
  const answer = await app.send(call.method, path, call.body?.(round), keys[call.role]);
  if (call.role === "changer" && answer.ok) keys.changer = { cookie: cookieOf(answer) };
  return answer;
}
