import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { sampleWorld } from "#sample/world.ts";
import { app as routes } from "#worker/app.ts";
import { adminApp, adminHeaders } from "#worker/testing/admin.ts";
import { signUp, type Person } from "#worker/testing/accounts.ts";
import { tables } from "#worker/testing/tables.ts";
import { expectSound } from "./expect-answer.ts";
import { CALLS, MEMBER } from "./api-calls.ts";

const app = adminApp({ sample: sampleWorld, env: { POST_SOURCE: "sample" } });

/** SQL with one of these pasted in would not parse, or would match other rows. */
const QUOTES = [`'`, `"`, `\\'`, `' or '1'='1`, `') --`, `'; drop table app_user; --`];
const QUERY = ["limit", "after", "status", "type", "sort", "retry"];

interface Sent {
  method: string;
  path: string;
  body?: unknown;
}

/** Copies of the body, each with one text replaced. */
function withQuote(value: unknown, quote: string): unknown[] {
  if (typeof value === "string") return [quote];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    withQuote(inner, quote).map((changed) =>
      Array.isArray(value) ? [changed] : { ...value, [key]: changed },
    ),
  );
}

const MORE: { method: string; path: string; body: unknown }[] = [
  { method: "POST", path: "/api/admin/nsfw-subreddits", body: { name: "some_name" } },
  { method: "PUT", path: "/api/feedback/:id", body: { status: "open" } },
  { method: "DELETE", path: "/api/user", body: { password: MEMBER.password } },
];
const bodies = [
  ...CALLS.flatMap(({ body, ...call }) => (body ? [{ ...call, body: body(0) }] : [])),
  ...MORE,
];
/** Calls that end the session of the other calls. */
const ENDS = /\/logout$/;
const patterns = routes.routes.filter(
  ({ method, path }) => method !== "ALL" && path.startsWith("/api/") && !ENDS.test(path),
);

function attacks(quote: string): Sent[] {
  const inPath = encodeURIComponent(quote);
  const inQuery = new URLSearchParams(QUERY.map((name) => [name, quote]));
  const addresses = patterns.flatMap(({ method, path }) => {
    const filled = path.replace(/:\w+(?:\{[^}]*\})?/g, inPath);
    return [
      { method, path: filled },
      { method, path: `${filled}?${inQuery}` },
    ];
  });
  const sent = bodies.flatMap(({ method, path, body }) =>
    withQuote(body, quote).map((changed) => ({ method, path, body: changed })),
  );
  return [...addresses, ...sent];
}

const names = tables.map(({ name }) => name);

async function countRows(): Promise<Record<string, number>> {
  const found = await env.DB.batch<{ n: number }>(
    names.map((name) => env.DB.prepare(`select count(*) as n from "${name}"`)),
  );
  return Object.fromEntries(names.map((name, at) => [name, found[at]?.results[0]?.n ?? 0]));
}

/** The rows of an account, by table. */
async function rowsOf({ user }: Person): Promise<Record<string, unknown[]>> {
  const owner = (columns: { name: string }[]) =>
    columns.find(({ name }) => name === "unearth_user_id")?.name;
  const owned = tables.flatMap(({ name, columns }) => {
    const column = name === "app_user" ? "id" : owner(columns);
    return column === undefined ? [] : { name, column };
  });
  const found = await env.DB.batch(
    owned.map(({ name, column }) =>
      env.DB.prepare(`select * from "${name}" where ${column} = ?`).bind(user.id),
    ),
  );
  return Object.fromEntries(owned.map(({ name }, at) => [name, found[at]?.results ?? []]));
}

test.each(QUOTES)("no field, path or query of any route is read as SQL: %s", async (quote) => {
  const name = `quoted_${QUOTES.indexOf(quote)}`;
  const attacker = await signUp(app, name);
  const { cookie } = attacker;
  const other = await signUp(app, `${name}_bystander`);
  const headers = { cookie: other.cookie };
  await app.request("/api/leaderboard/users/gemhunter/vote", { method: "POST", headers });
  const admin = await adminHeaders(app);
  const before = await countRows();
  const [mine, theirs] = [await rowsOf(attacker), await rowsOf(other)];
  expect(theirs).toMatchObject({ app_user: [{}], session: [{}], user_heart: [{}] });
  const all = attacks(quote);
  expect(all.length).toBeGreaterThan(80);
  for (const { method, path, body } of all) {
    // A sign-up or login ends the session with which it is sent.
    const isEntry = body !== undefined && path.startsWith("/api/auth/");
    const answer = await app.send(method, path, body, isEntry ? {} : { cookie, ...admin });
    await expectSound(answer, path);
  }
  expect(await rowsOf(other)).toEqual(theirs);
  const after = await countRows();
  // The calls change the account's password to the text and delete it, where the text is a valid password.
  const kept = (table: string) => (before[table] ?? 0) - (mine[table]?.length ?? 0);
  expect(names.filter((table) => (after[table] ?? 0) < kept(table))).toEqual([]);
  expect((await app.request("/api/auth/me", { headers })).status).toBe(200);
});
