import { ADMIN_PASSWORD } from "#worker/testing/admin.ts";
import type { TestApp } from "#worker/testing/test-app.ts";

/** Who asks: with what a browser of theirs would send. */
export interface Keys {
  nobody: Record<string, string>;
  member: Record<string, string>;
  /** Somebody who changes the password all the time, which ends the sessions of the others. */
  changer: Record<string, string>;
  leaver: Record<string, string>;
  admin: Record<string, string>;
  /** Of a sample post; `:post` in a path stands for it. */
  post: string;
}

type Who = Exclude<keyof Keys, "post">;

export interface Call {
  name: string;
  who: Who;
  method: string;
  path: string;
  body?: (round: number) => unknown;
  /** What a visitor gets with the database away: "same" as ever, or said to be busy. */
  withoutD1: "same" | "busy";
}

const get = (path: string, who: Who, withoutD1: Call["withoutD1"]): Call => ({
  name: `GET ${path} (${who})`,
  who,
  method: "GET",
  path,
  withoutD1,
});

function send(
  method: string,
  path: string,
  who: Who,
  body?: Call["body"],
  withoutD1: Call["withoutD1"] = "busy",
): Call {
  return { name: `${method} ${path} (${who})`, who, method, path, body, withoutD1 };
}

const CREATOR = "gemhunter";
export const MEMBER = { username: "fire_member", password: "correct horse 9" };
const items = [{ type: "user", id: CREATOR }];

/** One call of every kind there is; each may be repeated and answers the same when all is well. */
export const CALLS: Call[] = [
  get("/api/auth/status", "nobody", "same"),
  get("/api/auth/status", "member", "busy"),
  get("/api/auth/me", "member", "busy"),
  send("POST", "/api/auth/login", "nobody", () => MEMBER),
  send("POST", "/api/auth/signup", "nobody", (round) => ({
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
  send("POST", "/api/feedback", "nobody", () => ({ title: "A title", description: "Long enough" })),
  get("/api/feedback", "admin", "busy"),
  send("POST", "/api/admin/login", "nobody", () => ({ password: ADMIN_PASSWORD })),
  get("/api/admin/session", "admin", "busy"),
  get("/api/admin/nsfw-subreddits", "admin", "busy"),
  get("/api/leaderboard/users?limit=50", "nobody", "same"),
  get("/api/leaderboard/posts?limit=50", "nobody", "same"),
  get(`/api/leaderboard/users/${CREATOR}/vote-status`, "nobody", "busy"),
  get("/api/leaderboard/posts/:post/vote-status", "member", "busy"),
  send("POST", "/api/leaderboard/vote-status", "member", () => ({ items })),
  send("POST", "/api/leaderboard/posts/:post/vote", "member"),
  send("DELETE", "/api/leaderboard/posts/t3_unheard/vote", "member"),
  send("POST", `/api/leaderboard/users/${CREATOR}/vote`, "member"),
  send("DELETE", "/api/leaderboard/users/northlight/vote", "member"),
  get("/api/leaderboard/saved/users", "member", "busy"),
  get("/api/leaderboard/saved/posts", "member", "busy"),
  send("POST", "/api/reddit/search", "nobody", () => ({ username: CREATOR, limit: 12 }), "same"),
  send(
    "POST",
    "/api/reddit/search",
    "nobody",
    () => ({ username: CREATOR, limit: 12, sortBy: "top" }),
    "same",
  ),
  get(`/api/reddit/user/${CREATOR}`, "nobody", "same"),
  get("/api/reddit/post/:post", "nobody", "same"),
  get(`/api/badges/users/${CREATOR}`, "nobody", "same"),
  send("POST", `/api/badges/users/${CREATOR}/refresh`, "nobody"),
  get("/api/reddit/redgifs/amberdriftingheron", "nobody", "same"),
  get("/api/redgifs/quietgildedmoth", "nobody", "same"),
  get("/", "nobody", "same"),
  get("/leaderboard", "nobody", "same"),
  get(`/user/${CREATOR}`, "member", "same"),
];

export const isPage = ({ path }: Call): boolean => !path.startsWith("/api");

export async function perform(
  app: TestApp,
  call: Call,
  keys: Keys,
  round: number,
): Promise<Response> {
  const headers = keys[call.who];
  const path = call.path.replace(":post", keys.post);
  if (call.body) return app.send(call.method, path, call.body(round), headers);
  return app.request(path, { method: call.method, headers });
}
