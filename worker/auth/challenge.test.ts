import { expect, test } from "vitest";
import { CONTENT_SECURITY_POLICY } from "#worker/http/security-headers.ts";
import { openLimit } from "#worker/testing/rate-limits.ts";
import { PASSWORD } from "#worker/testing/accounts.ts";
import { loggedLines } from "#worker/testing/logged-lines.ts";
import { waited } from "#worker/testing/measure-waits.ts";
import { hurried } from "#worker/testing/sliced-timers.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";

const KEYS = { TURNSTILE_SITE_KEY: "0x-site", TURNSTILE_SECRET: "0x-secret" };
const asked: Record<string, string>[] = [];

/**
 * Stands in for Turnstile's API: the token "good" is solved, "down" is an outage, "late" is not answered, "other" gets
 * JSON of another shape; one of codes and commas is refused with them.
 */
async function siteverify(url: string, init?: RequestInit): Promise<Response> {
  expect(url).toBe("https://challenges.cloudflare.com/turnstile/v0/siteverify");
  expect(init?.signal).toBeInstanceOf(AbortSignal);
  const body = Object.fromEntries(init?.body as URLSearchParams) as Record<string, string>;
  asked.push(body);
  if (body["response"] === "down") throw new TypeError("connection lost");
  if (body["response"] === "late")
    return new Promise((_, reject) => {
      init?.signal?.addEventListener("abort", () => reject(new Error("late")), { once: true });
    });
  if (body["response"] === "html") return new Response("<html>");
  if (body["response"] === "other") return Response.json({});
  if (body["response"] === "good") return Response.json({ success: true, "error-codes": [] });
  const codes = body["response"] === "bad" ? "invalid-input-response" : body["response"];
  return Response.json({ success: false, "error-codes": codes?.split(",") });
}

const limits = {
  RATE_LIMITS: "on",
  LOGIN_LIMIT: openLimit,
  SIGNUP_LIMIT: openLimit,
  WIDE_LIMIT: openLimit,
};
const app = testApp({ clock: testClock(), fetch: siteverify, env: { ...limits, ...KEYS } });

const signup = (username: string, challenge?: string) =>
  app.send("POST", "/api/auth/signup", { username, password: PASSWORD, challenge });
const login = (password: string, challenge?: string, headers?: HeadersInit) =>
  app.send("POST", "/api/auth/login", { username: "challenged", password, challenge }, headers);

test("sign-up needs a solved challenge; every failure is the same 403", async () => {
  const lines = loggedLines();
  for (const challenge of [undefined, "", "bad", "down", "html", "other"]) {
    const answer = await signup("challenged", challenge);
    expect(answer.status, String(challenge)).toBe(403);
    expect(await answer.json()).toMatchObject({ error: "auth.challenge_failed" });
  }
  expect((await signup("challenged", "good")).status).toBe(201);
  expect(asked.at(-1)).toEqual({ secret: "0x-secret", response: "good" });
  expect(lines("challenge")).toHaveLength(3);
});

test("a refusal that is not about the visitor's token is logged with Turnstile's codes, and no other text", async () => {
  const lines = loggedLines();
  for (const codes of [
    "timeout-or-duplicate,missing-input-response",
    "invalid-input-secret",
    "invalid-input-response,bad-request",
    "Typed by a visitor",
  ])
    expect((await signup("unlucky", codes)).status).toBe(403);
  expect(lines("challenge").map(({ codes }) => codes)).toEqual([
    "invalid-input-secret",
    "invalid-input-response, bad-request",
    "",
  ]);
});

test("Turnstile is waited for five seconds", async () => {
  const { result, waitedMs } = await waited(() => hurried(() => signup("patient", "late")));
  expect(result.status).toBe(403);
  expect(waitedMs).toBe(5_000);
});

test("after three failures a login needs a solved challenge, with the right password and from elsewhere too", async () => {
  asked.length = 0;
  for (let count = 0; count < 3; count += 1) expect((await login("wrong one")).status).toBe(401);
  expect(asked).toEqual([]);
  expect((await login(PASSWORD)).status).toBe(403);
  const elsewhere = { "CF-Connecting-IP": "203.0.113.9" };
  expect((await login(PASSWORD, undefined, elsewhere)).status).toBe(403);
  expect((await login(PASSWORD, "bad")).status).toBe(403);
  expect((await login("wrong one", "good")).status).toBe(401);
  expect((await login(PASSWORD, "good")).status).toBe(200);
});

test("pages hold the site key; the policy allows Turnstile's host in script-src and frame-src only, and one trusted-types policy", async () => {
  const page = await app.request("/signup");
  expect(await page.text()).toContain('<meta name="challenge-key" content="0x-site">');
  const host = " https://challenges.cloudflare.com";
  const policy = page.headers.get("Content-Security-Policy") ?? "";
  expect(policy.split("; ").filter((one) => one.includes(host))).toEqual([
    expect.stringMatching(/^script-src /),
    expect.stringMatching(/^frame-src /),
  ]);
  expect(
    policy.replaceAll(host, "").replace("trusted-types challenge", "trusted-types 'none'"),
  ).toBe(CONTENT_SECURITY_POLICY);
});

test.each([{}, { TURNSTILE_SITE_KEY: "0x-site" }, { TURNSTILE_SECRET: "0x-secret" }])(
  "with %o nothing is asked and nothing changes",
  async (keys) => {
    const plain = testApp({ env: keys });
    const username = `plain_${Object.keys(keys).join("").length}`;
    const body = { username, password: PASSWORD };
    expect((await plain.send("POST", "/api/auth/signup", body)).status).toBe(201);
    const page = await plain.request("/signup");
    expect(page.headers.get("Content-Security-Policy")).toBe(CONTENT_SECURITY_POLICY);
    expect(await page.text()).not.toContain("challenge");
  },
);
