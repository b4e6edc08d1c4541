import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { PASSWORD } from "#worker/testing/accounts.ts";
import { openLimit } from "#worker/testing/rate-limits.ts";
import { cheapPasswords, testApp } from "#worker/testing/test-app.ts";
import { accountOwner, isKnownDevice } from "./devices.service.ts";

const app = testApp();

interface Browser {
  cookies: Map<string, string>;
  send(method: string, path: string, body: object, at?: typeof app): Promise<number>;
}

function openBrowser(): Browser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    send: async (method, path, body, at = app) => {
      const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
      const answer = await at.send(method, path, body, { cookie });
      for (const line of answer.headers.getSetCookie()) {
        const [name = "", value = ""] = line.split(";")[0]?.split("=") ?? [];
        cookies.set(name, value);
      }
      return answer.status;
    },
  };
}

/** Four accounts that signed up in one browser; the last one is signed in. */
async function household(name: string) {
  const browser = openBrowser();
  const usernames = [1, 2, 3, 4].map((member) => `${name}_${member}`);
  for (const username of usernames) {
    expect(await browser.send("POST", "/api/auth/signup", { username, password: PASSWORD })).toBe(
      201,
    );
  }
  /** The accounts for which the browser counts as a known device. */
  const known = async () => {
    const { results } = await env.DB.prepare(
      "select id, username, password from app_user where username like ? order by username",
    )
      .bind(`${name}%`)
      .all<{ id: string; username: string; password: string }>();
    const cookie = browser.cookies.get("__Host-device") ?? null;
    const checks = results.map(async ({ id, username, password }) =>
      (await isKnownDevice(app.deps(), cookie, accountOwner(id, password))) ? [username] : [],
    );
    return (await Promise.all(checks)).flat();
  };
  return { browser, usernames, known };
}

test("a change of password leaves the device known to the other accounts that logged in on it", async () => {
  const { browser, usernames, known } = await household("changers");
  const change = { currentPassword: PASSWORD, newPassword: "another one 1" };
  expect(await browser.send("PUT", "/api/user/password", change)).toBe(200);
  expect(await known()).toEqual(usernames);
});

test("so does a login that stores the hash of its password at a new cost", async () => {
  const { browser, usernames, known } = await household("rehashed");
  const passwords = { ...cheapPasswords, isOutdated: () => true };
  const login = { username: usernames[3], password: PASSWORD };
  expect(await browser.send("POST", "/api/auth/login", login, testApp({ passwords }))).toBe(200);
  expect(await known()).toEqual(usernames);
});

test("ten failed logins of one account lock none of the device's other accounts", async () => {
  const { browser, usernames } = await household("quarrel");
  const limits = { LOGIN_LIMIT: openLimit, WIDE_LIMIT: openLimit, WIDEST_LIMIT: openLimit };
  const limited = testApp({ env: { RATE_LIMITS: "on", ...limits } });
  const login = (member: number, password: string) =>
    browser.send("POST", "/api/auth/login", { username: usernames[member], password }, limited);
  for (let attempt = 0; attempt < 10; attempt += 1)
    expect(await login(0, "wrong password")).toBe(401);
  expect(await login(0, PASSWORD)).toBe(429);
  expect(await login(1, PASSWORD)).toBe(200);
});
