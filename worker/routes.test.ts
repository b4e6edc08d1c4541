import { expect, test } from "vitest";
import { app as liveApp } from "#worker/app.ts";
import { adminApp, adminHeaders } from "#worker/testing/admin.ts";
import { signUp } from "#worker/testing/accounts.ts";

/** The routes for signed-out callers; every other route is 401 for them. */
const PUBLIC = new Set([
  "GET /api/health",
  "POST /api/auth/signup",
  "POST /api/auth/login",
  "POST /api/auth/logout",
  "GET /api/auth/status",
  "POST /api/feedback",
  "POST /api/removals",
  "POST /api/admin/login",
  "GET /api/leaderboard/users",
  "GET /api/leaderboard/posts",
  "GET /api/leaderboard/users/:id/vote-status",
  "GET /api/leaderboard/posts/:id/vote-status",
  "POST /api/leaderboard/vote-status",
  "POST /api/reddit/search",
  "POST /api/following/feed",
  "GET /api/reddit/user/:username",
  "GET /api/reddit/post/:id",
  "GET /api/reddit/redgifs/:id",
  "GET /api/redgifs/:id",
  "GET /api/badges/users/:username",
  "POST /api/badges/users/:username/refresh",
]);

/** Each route once. Middleware and catch-alls have the method ALL. */
const routes = [
  ...new Set(
    liveApp.routes
      .filter(({ method, path }) => method !== "ALL" && path.startsWith("/api"))
      .map(({ method, path }) => `${method} ${path.replace(/\{[^}]*\}/g, "")}`),
  ),
];
const closed = routes.filter((route) => !PUBLIC.has(route));

const app = adminApp();
const SIGNED_OUT_CALLERS: Record<string, HeadersInit> = {
  "no credentials": {},
  "a made-up session": { cookie: `__Host-sid=${"x".repeat(43)}; sid=${"x".repeat(43)}` },
  "a made-up token": { Authorization: "Bearer eyJhbGciOiJub25lIn0.e30." },
  "an empty token": { Authorization: "Bearer undefined" },
};

test("the app has public and closed routes", () => {
  expect(routes.length).toBeGreaterThan(closed.length);
  expect(closed).toContain("GET /api/auth/me");
  expect(closed).toContain("DELETE /api/admin/nsfw-subreddits/:id");
});

test("Hono's fast router takes every path; its slow router would cost each call a tenth", async () => {
  await app.request("/api/health");
  expect(liveApp.router.name).toBe("SmartRouter + RegExpRouter");
});

test("every public route in the list exists", () => {
  expect([...PUBLIC].filter((route) => !routes.includes(route))).toEqual([]);
});

test.each(closed)(
  "%s is 401 for signed-out callers, before their input is checked",
  async (route) => {
    const [method = "", pattern = ""] = route.split(" ");
    const path = pattern.replace(/:\w+/g, "abcdef");
    for (const [caller, headers] of Object.entries(SIGNED_OUT_CALLERS)) {
      const answer = await app.request(path, { method, headers });
      expect(answer.status, caller).toBe(401);
      expect(await answer.json()).toMatchObject({
        success: false,
        error: expect.stringMatching(/^(auth|admin)\.required$/),
      });
    }
  },
);

const isAdmins = (route: string) => / \/api\/(?:admin|feedback)\b/.test(route);

/** Decision 133: why these calls need no limit of their own. */
test.each(closed.filter((route) => !isAdmins(route)))(
  "%s makes one round trip for a made-up session; only adding a heart reads a row",
  async (route) => {
    const [method = "", pattern = ""] = route.split(" ");
    const path = pattern.replace(/:\w+/g, "abcdef");
    app.meter.reset();
    const headers = { cookie: `__Host-sid=${"y".repeat(43)}` };
    expect((await app.request(path, { method, headers })).status).toBe(401);
    const rowsRead = method === "POST" && pattern.endsWith("/:id/vote") ? 1 : 0;
    expect(app.meter).toMatchObject({ calls: 1, rowsRead, rowsWritten: 0 });
  },
);

test("a session opens no admin route, an admin token no account route", async () => {
  expect(new Set(closed.map(isAdmins))).toEqual(new Set([true, false]));
  const { cookie } = await signUp(app, "only_member");
  const token = await adminHeaders(app);
  for (const route of closed) {
    const [method = "", pattern = ""] = route.split(" ");
    const headers: HeadersInit = isAdmins(route) ? { cookie } : token;
    const answer = await app.request(pattern.replace(/:\w+/g, "abcdef"), { method, headers });
    expect(answer.status, route).toBe(401);
  }
});

test("a session or a token in the URL opens no route", async () => {
  const { cookie } = await signUp(app, "in_url");
  const { Authorization } = await adminHeaders(app);
  const sid = cookie.split("=")[1] ?? "";
  const token = Authorization.split(" ")[1] ?? "";
  const query = new URLSearchParams({ sid, "__Host-sid": sid, session: sid, authorization: token });
  for (const name of ["token", "access_token", "adminToken", "Authorization"])
    query.set(name, name === "Authorization" ? Authorization : token);
  for (const path of ["/api/auth/me", "/api/user/export", "/api/admin/session", "/api/feedback"]) {
    expect((await app.request(`${path}?${query}`)).status, path).toBe(401);
  }
});

test("an unknown path below a closed prefix is 404 or 405, not 401", async () => {
  for (const path of ["/api/admin", "/api/admin/nope", "/api/user", "/api/user/nope/x"]) {
    const answer = await app.request(path);
    expect([404, 405], path).toContain(answer.status);
  }
});

test("HEAD of a closed route is refused like GET", async () => {
  for (const path of ["/api/auth/me", "/api/feedback", "/api/user/export"]) {
    const answer = await app.request(path, { method: "HEAD" });
    expect(answer.status, path).toBe(401);
    expect(await answer.text()).toBe("");
  }
});
