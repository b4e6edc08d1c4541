import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sampleWorld } from "#sample/world.ts";
import { app as routes } from "#worker/app.ts";
import { systemClock } from "#worker/lib/clock.ts";
import { signUp } from "#worker/testing/accounts.ts";
import { adminApp, adminHeaders } from "#worker/testing/admin.ts";
import { waited } from "#worker/testing/measure-waits.ts";
import { expectSound } from "./expect-answer.ts";
import { body, bytes, headers, nasty, query } from "./hostile-input.ts";
import { requestFields } from "./request-fields.ts";
import { PROPERTY_MS, seeded } from "./seeded.ts";

const SLOWEST_MS = 5_000;
const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"];

const app = adminApp({ clock: systemClock, sample: sampleWorld, env: { POST_SOURCE: "sample" } });

const addresses = [
  ...new Map(
    routes.routes
      .filter(({ method }) => method !== "ALL")
      .map(({ method, path }) => [`${method} ${path}`, { method, path }]),
  ).values(),
  { method: "GET", path: "/api/:rest" },
  { method: "GET", path: "/user/:username" },
  { method: "GET", path: "/:rest" },
];

interface Attack {
  method: string;
  path: string;
  headers: [string, string][];
  body: BodyInit | undefined;
}

/** Escapes values, or leaves them raw where a URL allows it. */
function fill(path: string, values: string[], isRaw: boolean): string {
  let at = 0;
  return path.replace(/:\w+|\*/g, () => {
    const value = values[at++ % values.length] ?? "x";
    return isRaw ? value.replaceAll(/[?#]/g, "") : encodeURIComponent(value.toWellFormed());
  });
}

const attack: fc.Arbitrary<Attack> = fc
  .record({
    address: fc.constantFrom(...addresses),
    other: fc.option(fc.constantFrom(...METHODS), { freq: 6 }),
    values: fc.array(nasty, { minLength: 1, maxLength: 3 }),
    isRaw: fc.boolean(),
    query,
    headers,
    isJson: fc.boolean(),
    body: fc.oneof({ weight: 12, arbitrary: body }, bytes),
  })
  .map((made) => {
    const method = made.other ?? made.address.method;
    const search = new URLSearchParams(made.query).toString();
    const path = fill(made.address.path, made.values, made.isRaw) + (search ? `?${search}` : "");
    const hasBody = method !== "GET" && method !== "HEAD";
    const json: [string, string][] = made.isJson ? [["content-type", "application/json"]] : [];
    return {
      method,
      // Two slashes would name another host.
      path: path.replace(/^[/\\\s]*/, "/"),
      headers: [...json, ...made.headers],
      body: hasBody ? (made.body as BodyInit) : undefined,
    };
  });

type Role = "signed-out" | "member" | "admin";

async function send(made: Attack, extra: Record<string, string>): Promise<Response> {
  const sent = new Headers();
  for (const [name, value] of made.headers) sent.set(name, value);
  for (const [name, value] of Object.entries(extra)) sent.set(name, value);
  return app.request(made.path, { method: made.method, headers: sent, body: made.body });
}

let member = { cookie: "" };
let members = 0;
let admin: Record<string, string> = {};

/** Signs in again if an attack has ended the session. */
async function credentials(role: Role): Promise<Record<string, string>> {
  if (role === "signed-out") return {};
  if (role === "admin") {
    const session = await app.request("/api/admin/session", { headers: admin });
    if (session.status !== 200) admin = await adminHeaders(app);
    return admin;
  }
  const status = await app.request("/api/auth/status", { headers: { cookie: member.cookie } });
  const { isAuthenticated } = await status.json<{ isAuthenticated: boolean }>();
  if (!isAuthenticated) member = await signUp(app, `member_${(members += 1)}`);
  return { cookie: member.cookie };
}

test("hostile input has fields of every schema, at any depth", () => {
  const some = [
    "username",
    "before",
    "submissionId",
    "minor",
    "note",
    "tried",
    "origins",
    "author",
  ];
  expect(requestFields()).toEqual(expect.arrayContaining(some));
});

test(
  "no request gets a 5xx, an unknown error body or a response without its headers",
  { timeout: PROPERTY_MS },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        attack,
        fc.constantFrom<Role>("signed-out", "member", "admin"),
        async (made, role) => {
          const known = await credentials(role);
          const { waitedMs } = await waited(async () =>
            expectSound(await send(made, known), made.path),
          );
          expect(waitedMs).toBeLessThan(SLOWEST_MS);
          expect(Object.keys(Object.prototype)).toEqual([]);
        },
      ),
      seeded(1000),
    );
  },
);
