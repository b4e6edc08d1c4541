import { expect, test } from "vitest";
import { app as liveApp } from "#worker/app.ts";
import { adminApp } from "#worker/testing/admin.ts";

/** What anybody may call. A route that is not here has to refuse whoever does not prove who they are. */
const PUBLIC = new Set([
  "GET /api/health",
  "POST /api/auth/signup",
  "POST /api/auth/login",
  "POST /api/auth/logout",
  "GET /api/auth/status",
  "POST /api/feedback",
  "POST /api/admin/login",
  "GET /api/leaderboard/users",
  "GET /api/leaderboard/posts",
  "GET /api/leaderboard/users/:id/vote-status",
  "GET /api/leaderboard/posts/:id/vote-status",
  "POST /api/leaderboard/vote-status",
  "POST /api/reddit/search",
  "GET /api/reddit/user/:username",
  "GET /api/reddit/post/:id",
  "GET /api/reddit/redgifs/:id",
  "GET /api/redgifs/:id",
  "GET /api/badges/users/:username",
  "POST /api/badges/users/:username/refresh",
]);

/** Middleware and the catch-alls are no routes: they carry the method ALL. */
const routes = [
  ...new Set(
    liveApp.routes
      .filter(({ method, path }) => method !== "ALL" && path.startsWith("/api"))
      .map(({ method, path }) => `${method} ${path.replace(/\{[^}]*\}/g, "")}`),
  ),
];
const closed = routes.filter((route) => !PUBLIC.has(route));

const app = adminApp();
const STRANGERS: Record<string, HeadersInit> = {
  nobody: {},
  "a made-up session": { cookie: `__Host-sid=${"x".repeat(43)}; sid=${"x".repeat(43)}` },
  "a made-up token": { Authorization: "Bearer eyJhbGciOiJub25lIn0.e30." },
  "an empty token": { Authorization: "Bearer undefined" },
};

test("the live app has routes on both sides of the list", () => {
  expect(routes.length).toBeGreaterThan(closed.length);
  expect(closed).toContain("GET /api/auth/me");
  expect(closed).toContain("DELETE /api/admin/nsfw-subreddits/:id");
});

test("the list names no route that is not there", () => {
  expect([...PUBLIC].filter((route) => !routes.includes(route))).toEqual([]);
});

test.each(closed)("%s is 401 to strangers, before it looks at what they sent", async (route) => {
  const [method = "", pattern = ""] = route.split(" ");
  const path = pattern.replace(/:\w+/g, "abcdef");
  for (const [who, headers] of Object.entries(STRANGERS)) {
    const answer = await app.request(path, { method, headers });
    expect(answer.status, who).toBe(401);
    expect(await answer.json()).toMatchObject({
      success: false,
      error: expect.stringMatching(/^(auth|admin)\.required$/),
    });
  }
});

test("below the closed prefixes, what is no route is 404 and not 401", async () => {
  for (const path of ["/api/admin", "/api/admin/nope", "/api/user", "/api/user/nope/x"]) {
    const answer = await app.request(path);
    expect([404, 405], path).toContain(answer.status);
  }
});

test("HEAD of a closed route is refused as GET is", async () => {
  for (const path of ["/api/auth/me", "/api/feedback", "/api/user/export"]) {
    const answer = await app.request(path, { method: "HEAD" });
    expect(answer.status, path).toBe(401);
    expect(await answer.text()).toBe("");
  }
});
