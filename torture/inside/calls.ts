import type { TestApp } from "#worker/testing/test-app.ts";

/** Who asks: with what a browser of theirs would send. */
export interface Keys {
  nobody: Record<string, string>;
  member: Record<string, string>;
  admin: Record<string, string>;
}

export interface Call {
  name: string;
  who: keyof Keys;
  method: string;
  path: string;
  body?: (round: number) => unknown;
  /** What a visitor gets with the database away: "same" as ever, or said to be busy. */
  withoutD1: "same" | "busy";
}

const get = (path: string, who: keyof Keys, withoutD1: Call["withoutD1"]): Call => ({
  name: `GET ${path} (${who})`,
  who,
  method: "GET",
  path,
  withoutD1,
});

function send(
  method: string,
  path: string,
  who: keyof Keys,
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
  get("/api/user/export", "member", "busy"),
  send("POST", "/api/feedback", "nobody", () => ({ title: "A title", description: "Long enough" })),
  get("/api/feedback", "admin", "busy"),
  get("/api/admin/session", "admin", "busy"),
  get("/api/admin/nsfw-subreddits", "admin", "busy"),
  get("/api/leaderboard/users?limit=50", "nobody", "same"),
  get("/api/leaderboard/posts?limit=50", "nobody", "same"),
  get(`/api/leaderboard/users/${CREATOR}/vote-status`, "nobody", "busy"),
  send("POST", "/api/leaderboard/vote-status", "member", () => ({ items })),
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
  get(`/api/badges/users/${CREATOR}`, "nobody", "same"),
  get("/api/reddit/redgifs/amberdriftingheron", "nobody", "same"),
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
  if (call.body) return app.send(call.method, call.path, call.body(round), headers);
  return app.request(call.path, { method: call.method, headers });
}
