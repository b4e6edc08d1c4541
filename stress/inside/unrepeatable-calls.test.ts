import { expect, test } from "vitest";
import { app as routes } from "#worker/app.ts";
import { adminApp, adminHeaders } from "#worker/testing/admin.ts";
import { PASSWORD, signUp } from "#worker/testing/accounts.ts";
import type { TestApp } from "#worker/testing/test-app.ts";
import { expectErrorBody } from "./expect-answer.ts";
import { breakableD1, D1_BREAKAGES, type Breakage } from "./broken-bindings.ts";
import { CALLS } from "./api-calls.ts";

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: unknown;
  /** The status of the first call, and of the repeated one. */
  done: number;
  again: number;
}

interface Unrepeatable {
  route: string;
  prepare: (app: TestApp, name: string) => Promise<Sent>;
}

const feedback = { title: "A title", description: "Long enough", type: "bug" };

async function createFeedback(app: TestApp): Promise<string> {
  const answer = await app.send("POST", "/api/feedback", feedback);
  return (await answer.json<{ feedback: { id: string } }>()).feedback.id;
}

async function createSubreddit(app: TestApp, name: string): Promise<string> {
  const path = "/api/admin/nsfw-subreddits";
  const answer = await app.send("POST", path, { name }, await adminHeaders(app));
  return (await answer.json<{ subreddit: { id: string } }>()).subreddit.id;
}

const removal = (name: string) => ({ kind: "subreddit", key: name, reason: "other" });

async function createRemoval(app: TestApp, name: string): Promise<string> {
  const path = "/api/admin/removals";
  const answer = await app.send("POST", path, removal(name), await adminHeaders(app));
  return (await answer.json<{ removal: { id: string } }>()).removal.id;
}

/** Calls whose result changes when repeated, which api-calls.ts cannot have. */
const UNREPEATABLE: Unrepeatable[] = [
  {
    route: "DELETE /api/user",
    prepare: async (app, name) => {
      const { cookie } = await signUp(app, name);
      const body = { password: PASSWORD };
      return {
        method: "DELETE",
        path: "/api/user",
        headers: { cookie },
        body,
        done: 200,
        again: 401,
      };
    },
  },
  {
    route: "POST /api/admin/logout",
    prepare: async (app) => {
      const headers = await adminHeaders(app);
      return { method: "POST", path: "/api/admin/logout", headers, done: 200, again: 401 };
    },
  },
  {
    route: "PUT /api/feedback/:id",
    prepare: async (app) => ({
      method: "PUT",
      path: `/api/feedback/${await createFeedback(app)}`,
      headers: await adminHeaders(app),
      body: { status: "closed" },
      done: 200,
      again: 200,
    }),
  },
  {
    route: "DELETE /api/feedback/:id",
    prepare: async (app) => ({
      method: "DELETE",
      path: `/api/feedback/${await createFeedback(app)}`,
      headers: await adminHeaders(app),
      done: 200,
      again: 404,
    }),
  },
  {
    route: "POST /api/admin/nsfw-subreddits",
    prepare: async (app, name) => ({
      method: "POST",
      path: "/api/admin/nsfw-subreddits",
      headers: await adminHeaders(app),
      body: { name },
      done: 201,
      again: 409,
    }),
  },
  {
    route: "DELETE /api/admin/nsfw-subreddits/:id",
    prepare: async (app, name) => ({
      method: "DELETE",
      path: `/api/admin/nsfw-subreddits/${await createSubreddit(app, name)}`,
      headers: await adminHeaders(app),
      done: 200,
      again: 404,
    }),
  },
  {
    route: "POST /api/admin/removals",
    prepare: async (app, name) => ({
      method: "POST",
      path: "/api/admin/removals",
      headers: await adminHeaders(app),
      body: removal(name),
      done: 201,
      again: 409,
    }),
  },
  {
    route: "DELETE /api/admin/removals/:id",
    prepare: async (app, name) => ({
      method: "DELETE",
      path: `/api/admin/removals/${await createRemoval(app, name)}`,
      headers: await adminHeaders(app),
      done: 200,
      again: 404,
    }),
  },
];

const perform = (app: TestApp, { method, path, headers, body }: Sent) =>
  app.send(method, path, body, headers);

const withMessage = D1_BREAKAGES.filter(({ message }) => message !== null);
const cases = UNREPEATABLE.flatMap((call) =>
  withMessage.map((breakage) => ({ ...call, breakage })),
);
let names = 0;

async function stage(breakage: Breakage, prepare: Unrepeatable["prepare"]) {
  const fault = { isOn: false };
  const app = adminApp({ env: { DB: breakableD1("writes", breakage, () => fault.isOn) } });
  const sent = await prepare(app, `once_${(names += 1)}`);
  return { app, fault, sent };
}

test.each(cases)(
  "$route, with D1 writes $breakage.name: 503, no partial change, and success when repeated",
  async ({ breakage, prepare }) => {
    const { app, fault, sent } = await stage(breakage, prepare);
    fault.isOn = true;
    const refused = await perform(app, sent);
    expect(refused.status).toBe(503);
    expect(expectErrorBody(refused, await refused.text())).toMatch(/^internal\./);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    fault.isOn = false;
    expect((await perform(app, sent)).status, "repeated after the fault").toBe(sent.done);
    expect((await perform(app, sent)).status, "repeated again").toBe(sent.again);
  },
);

/** Health reports faults; worker/health tests it. */
const TESTED_ELSEWHERE = ["GET /api/health"];

/** The pattern of the route that answers a path. */
function routeOf(method: string, path: string): string | undefined {
  const bare = path.split("?")[0] ?? "";
  const shape = (pattern: string) => pattern.replace(/\{[^}]*\}/g, "");
  const fits = (pattern: string) =>
    new RegExp(`^${shape(pattern).replaceAll(/:\w+/g, "[^/]+")}$`).test(bare);
  const own = routes.routes.filter((one) => one.method === method && fits(one.path));
  const exact = own.find(({ path: pattern }) => !pattern.includes(":")) ?? own[0];
  return exact && `${method} ${shape(exact.path)}`;
}

test("every API route is in this table or in api-calls.ts", () => {
  const tried = new Set([
    ...TESTED_ELSEWHERE,
    ...UNREPEATABLE.map(({ route }) => route),
    ...CALLS.map(({ method, path }) => routeOf(method, path)),
  ]);
  const all = routes.routes
    .filter(({ method, path }) => method !== "ALL" && path.startsWith("/api"))
    .map(({ method, path }) => `${method} ${path.replace(/\{[^}]*\}/g, "")}`);
  expect(all.length).toBeGreaterThan(30);
  expect([...new Set(all)].filter((route) => !tried.has(route))).toEqual([]);
});
