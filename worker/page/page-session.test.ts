import { expect, test } from "vitest";
import { brand } from "#schema/brand.ts";
import { DEFAULT_PREFERENCES } from "#schema/choices.ts";
import { queryKeys } from "#schema/queries.ts";
import { signUp } from "#worker/testing/accounts.ts";
import { inlined } from "#worker/testing/inlined.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";

const app = testApp();
const STATUS = JSON.stringify(queryKeys.session());

test("the page holds the session: signed out without a cookie, else the account", async () => {
  const visitor = inlined(await (await app.request("https://localhost/")).text());
  expect(visitor.get(STATUS)).toEqual({ isAuthenticated: false, user: null });
  const local = testApp();
  const member = await local.send("POST", "https://localhost/api/auth/signup", {
    username: "page_reader",
    password: "a long password",
  });
  const cookie = (member.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
  const page = await local.request("https://localhost/", { headers: { Cookie: cookie } });
  const data = inlined(await page.text());
  expect(data.get(STATUS)).toMatchObject({
    isAuthenticated: true,
    user: { username: "page_reader" },
  });
  expect(data.get(JSON.stringify(queryKeys.preferences()))).toEqual(DEFAULT_PREFERENCES);
});

test("where the API has a host of its own, the page holds no session and a cookie costs no statement", async () => {
  const [home = ""] = brand.environments.production.pageOrigins;
  const headers = { Cookie: `__Host-sid=${"x".repeat(43)}` };
  const read = async (address: string) => (await app.request(address, { headers })).text();
  expect(inlined(await read(`${home}/`)).has(STATUS)).toBe(false);
  app.meter.reset();
  for (const path of ["/about", "/no/such/page", "/missing.png"]) await read(`${home}${path}`);
  expect(app.meter.statements).toBe(0);
  await read("https://localhost/about");
  expect(app.meter.statements, "on a shared host").toBe(1);
});

test("a session due for renewal is left to the status call, which renews it", async () => {
  const clock = testClock();
  const local = testApp({ clock });
  const { cookie } = await signUp(local, "page_renewal");
  clock.advance(2 * 86_400_000);
  const headers = { Cookie: cookie };
  const page = await local.request("https://localhost/", { headers });
  expect(page.headers.getSetCookie()).toEqual([]);
  expect(inlined(await page.text()).has(STATUS)).toBe(false);
  const status = await local.request("https://localhost/api/auth/status", { headers });
  expect(status.headers.getSetCookie()[0]).toContain(cookie);
  const next = await local.request("https://localhost/", { headers });
  expect(inlined(await next.text()).has(STATUS)).toBe(true);
});
