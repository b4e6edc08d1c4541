import { expect, test } from "vitest";
import { app as routes } from "#worker/app.ts";
import { adminApp, adminHeaders } from "#worker/testing/admin.ts";
import { PASSWORD, signUp } from "#worker/testing/people.ts";
import type { TestApp } from "#worker/testing/test-app.ts";
import { expectErrorBody } from "./answers.ts";
import { breakableD1, D1_BREAKAGES, type Breakage } from "./broken.ts";
import { CALLS } from "./calls.ts";

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: unknown;
  /** What it says when it is done, and when it is asked for once more. */
  done: number;
  again: number;
}

interface Once {
  route: string;
  prepare: (app: TestApp, name: string) => Promise<Sent>;
}

const feedback = { title: "A title", description: "Long enough", type: "bug" };

async function someFeedback(app: TestApp): Promise<string> {
  const answer = await app.send("POST", "/api/feedback", feedback);
  return (await answer.json<{ feedback: { id: string } }>()).feedback.id;
}

async function someSubreddit(app: TestApp, name: string): Promise<string> {
  const path = "/api/admin/nsfw-subreddits";
  const answer = await app.send("POST", path, { name }, await adminHeaders(app));
  return (await answer.json<{ subreddit: { id: string } }>()).subreddit.id;
}

/** What can be done but once, so that the other table of calls cannot repeat it. */
const ONCE: Once[] = [
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
      path: `/api/feedback/${await someFeedback(app)}`,
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
      path: `/api/feedback/${await someFeedback(app)}`,
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
      path: `/api/admin/nsfw-subreddits/${await someSubreddit(app, name)}`,
      headers: await adminHeaders(app),
      done: 200,
      again: 404,
    }),
  },
];

const perform = (app: TestApp, { method, path, headers, body }: Sent) =>
  body === undefined
    ? app.request(path, { method, headers })
    : app.send(method, path, body, headers);

const spoken = D1_BREAKAGES.filter(({ message }) => message !== null);
const cases = ONCE.flatMap((once) => spoken.map((breakage) => ({ ...once, breakage })));
let names = 0;

async function stage(breakage: Breakage, { prepare }: Pick<Once, "prepare">) {
  const fault = { isOn: false };
  const app = adminApp({ env: { DB: breakableD1("writes", breakage, () => fault.isOn) } });
  const sent = await prepare(app, `once_${(names += 1)}`);
  return { app, fault, sent };
}

test.each(cases)(
  "$route, with writes $breakage.name: busy, nothing half done, and done when asked again",
  async ({ breakage, prepare }) => {
    const { app, fault, sent } = await stage(breakage, { prepare });
    fault.isOn = true;
    const refused = await perform(app, sent);
    expect(refused.status).toBe(503);
    expect(expectErrorBody(refused, await refused.text())).toMatch(/^internal\./);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    fault.isOn = false;
    expect((await perform(app, sent)).status, "asked again").toBe(sent.done);
    expect((await perform(app, sent)).status, "once more").toBe(sent.again);
  },
);

/** health says what is broken, and is tested with it (worker/health). */
const ELSEWHERE = ["GET /api/health"];

/** Ids and names in a path, as its route writes them. */
function routeOf(method: string, path: string): string | undefined {
  const bare = path.split("?")[0] ?? "";
  const shape = (pattern: string) => pattern.replace(/\{[^}]*\}/g, "");
  const fits = (pattern: string) =>
    new RegExp(`^${shape(pattern).replaceAll(/:\w+/g, "[^/]+")}$`).test(bare);
  const own = routes.routes.filter((one) => one.method === method && fits(one.path));
  const exact = own.find(({ path: pattern }) => !pattern.includes(":")) ?? own[0];
  return exact && `${method} ${shape(exact.path)}`;
}

test("no route of the API is left out of both tables of calls", () => {
  const tried = new Set([
    ...ELSEWHERE,
    ...ONCE.map(({ route }) => route),
    ...CALLS.map(({ method, path }) => routeOf(method, path)),
  ]);
  const all = routes.routes
    .filter(({ method, path }) => method !== "ALL" && path.startsWith("/api"))
    .map(({ method, path }) => `${method} ${path.replace(/\{[^}]*\}/g, "")}`);
  expect(all.length).toBeGreaterThan(30);
  expect([...new Set(all)].filter((route) => !tried.has(route))).toEqual([]);
});
