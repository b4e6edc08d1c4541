import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { openLimit } from "#worker/testing/rate-limits.ts";
import { PASSWORD, signUp } from "#worker/testing/accounts.ts";
import { cheapPasswords, testApp, testClock } from "#worker/testing/test-app.ts";
import { inOneMinute } from "#worker/testing/in-one-minute.ts";
import { lockoutEnd } from "./lockout.rules.ts";
import { digest } from "./sessions.service.ts";

const clock = testClock();
let hashes = 0;
const app = testApp({
  clock,
  env: {
    RATE_LIMITS: "on",
    LOGIN_LIMIT: openLimit,
    SIGNUP_LIMIT: openLimit,
    WIDE_LIMIT: openLimit,
  },
  passwords: {
    ...cheapPasswords,
    verify(encoded, password) {
      hashes += 1;
      return cheapPasswords.verify(encoded, password);
    },
  },
});

const login = (username: string, password: string, address = "192.0.2.1") =>
  app.send("POST", "/api/auth/login", { username, password }, { "CF-Connecting-IP": address });

async function fail(username: string, times: number, address?: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < times; index += 1) {
    statuses.push((await login(username, "wrong password", address)).status);
  }
  return statuses;
}

test("after ten failures from one address even the right password is 429 there, unhashed", async () => {
  await signUp(app, "locked");
  expect(await fail("locked", 10)).toEqual(Array<number>(10).fill(401));
  hashes = 0;
  const answer = await login("LOCKED", PASSWORD);
  expect(answer.status).toBe(429);
  expect(answer.headers.get("Retry-After")).toBe("900");
  expect(await answer.json()).toMatchObject({
    error: "auth.locked",
    message: "Too many failed attempts. Please wait 15 minutes and try again.",
  });
  expect(hashes).toBe(0);
  expect((await login("locked", PASSWORD, "192.0.2.2")).status).toBe(200);
  clock.advance(15 * 60_000 - 1_100);
  const late = await login("locked", PASSWORD);
  expect(late.headers.get("Retry-After"), "a wait is rounded up").toBe("2");
  expect(await late.json()).toMatchObject({
    message: "Too many failed attempts. Please wait a minute and try again.",
  });
  clock.advance(1_100);
  expect((await login("locked", PASSWORD)).status).toBe(200);
});

test("a name without an account is locked in the same way", async () => {
  expect(await fail("no_such_name", 11)).toEqual([...Array<number>(10).fill(401), 429]);
});

test("the e-mail address of an account counts with its name, in any case", async () => {
  const account = { username: "two_names", email: "two@names.example", password: PASSWORD };
  expect((await app.send("POST", "/api/auth/signup", account)).status).toBe(201);
  expect(await fail("two_names", 5)).toEqual(Array<number>(5).fill(401));
  expect(await fail("Two@Names.example", 6)).toEqual([...Array<number>(5).fill(401), 429]);
  expect((await login("two_names", PASSWORD)).status).toBe(429);
});

test("a successful login does not reset the counter", async () => {
  await signUp(app, "mixed");
  await fail("mixed", 9);
  expect((await login("mixed", PASSWORD)).status).toBe(200);
  await fail("mixed", 1);
  expect((await login("mixed", PASSWORD)).status).toBe(429);
});

test("an address that is locked out cannot lock the name for all addresses", async () => {
  await signUp(app, "stranger");
  await fail("stranger", 150);
  expect((await login("stranger", PASSWORD, "192.0.2.99")).status).toBe(200);
});

test("a name with an address behind it fills no counter of that address", async () => {
  await signUp(app, "written_out");
  for (const part of ["192.0.2.1", "192.0.2.0/24"]) {
    await fail(`written_out\n${part}`, 10, "198.51.100.1");
    await fail(`written_out\n${part}`, 10, "203.0.113.1");
  }
  expect((await login("written_out", PASSWORD)).status).toBe(200);
});

test("a hundred failures from many addresses lock the name for all until the window ends", async () => {
  await signUp(app, "besieged");
  for (let address = 1; address <= 10; address += 1) {
    await fail("besieged", 10, `198.51.${address}.1`);
  }
  expect((await login("besieged", PASSWORD, "203.0.113.1")).status).toBe(429);
  clock.advance(15 * 60_000);
  expect((await login("besieged", PASSWORD, "203.0.113.1")).status).toBe(200);
});

test("parallel guesses gain nothing: at most ten answers tell whether the guess was right", async () => {
  await signUp(app, "parallel");
  const guesses = [...Array<string>(40).fill("wrong password"), PASSWORD];
  const answers = await Promise.all(guesses.map((guess) => login("parallel", guess)));
  const told = answers.filter(({ status }) => status === 401);
  expect(told).toHaveLength(10);
  expect(answers.at(-1)?.status, "the right guess").toBe(429);
  const late = await Promise.all([login("parallel", PASSWORD), login("parallel", PASSWORD)]);
  expect(late.map(({ status }) => status)).toEqual([429, 429]);
});

test("a guess that others overtook may be repeated when the window ends, not a whole window later", async () => {
  await signUp(app, "overtaken");
  await fail("overtaken", 9);
  clock.advance(14 * 60_000);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => login("overtaken", "wrong password")),
  );
  const waits = answers.map(({ status, headers }) => `${status} ${headers.get("Retry-After")}`);
  expect(waits.toSorted()).toEqual(["401 null", ...Array<string>(4).fill("429 60")]);
});

test("all addresses of an IPv6 /64 count as one", async () => {
  for (let host = 1; host <= 10; host += 1) await fail("v6_target", 1, `2001:db8:1:2::${host}`);
  expect(await fail("v6_target", 1, "2001:DB8:1:2:ffff::1")).toEqual([429]);
  expect(await fail("v6_target", 1, "2001:db8:1:3::1")).toEqual([401]);
});

test("a new address of the same /56 or /24 gets no attempts of its own past the wider ceiling", async () => {
  const answers = await inOneMinute(async (_from, attempt) => {
    const limited = testApp({ env: { RATE_LIMITS: "on" } });
    const statusesFrom = async (address: (index: number) => string) => {
      const seen: number[] = [];
      for (let index = 0; index < 31; index += 1) {
        const body = { username: `spread_${index}_${attempt}`, password: "wrong password" };
        const headers = { "CF-Connecting-IP": address(index) };
        seen.push((await limited.send("POST", "/api/auth/login", body, headers)).status);
      }
      return seen;
    };
    return [
      await statusesFrom((index) => `2001:db8:${attempt}:${index.toString(16)}::1`),
      await statusesFrom((index) => `198.18.${attempt}.${index}`),
    ];
  });
  for (const seen of answers) expect(seen).toEqual([...Array<number>(30).fill(401), 429]);
});

test("X-Forwarded-For from the client is ignored", async () => {
  for (let index = 0; index < 11; index += 1) {
    const headers = {
      "CF-Connecting-IP": "192.0.2.50",
      "X-Forwarded-For": `10.0.0.${index}`,
      "X-Real-IP": `10.0.1.${index}`,
    };
    const body = { username: "forwarded", password: "wrong password" };
    const { status } = await app.send("POST", "/api/auth/login", body, headers);
    expect(status).toBe(index < 10 ? 401 : 429);
  }
});

test("neither the name nor the address is stored, nor a hash that a guess would give", async () => {
  await fail("secret_name", 1, "192.0.2.77");
  const { results } = await env.DB.prepare("select * from login_failure").all();
  expect(JSON.stringify(results)).not.toMatch(/secret_name|192\.0\.2/);
  const keys = results.map(({ key }) => key);
  for (const parts of [
    ["login", "secret_name"],
    ["login", "secret_name", "192.0.2.77"],
  ])
    expect(keys).not.toContain(await digest(JSON.stringify(parts)));
});

const passwordChanger = (headers: Record<string, string>) => (currentPassword: string) =>
  app.send("PUT", "/api/user/password", { currentPassword, newPassword: "another one 1" }, headers);

test("wrong passwords on change and delete count too and lock both, unhashed", async () => {
  const { cookie } = await signUp(app, "hijacked");
  const headers = { cookie, "CF-Connecting-IP": "192.0.2.1" };
  const change = passwordChanger(headers);
  const remove = (password: string) => app.send("DELETE", "/api/user", { password }, headers);
  for (let index = 0; index < 5; index += 1) {
    expect((await change("wrong password")).status).toBe(403);
    expect((await remove("wrong password")).status).toBe(403);
  }
  hashes = 0;
  expect((await change(PASSWORD)).status).toBe(429);
  expect((await remove(PASSWORD)).status).toBe(429);
  expect((await login("hijacked", PASSWORD)).status).toBe(429);
  expect(hashes).toBe(0);
});

test("parallel guesses at the password of an open session gain nothing either", async () => {
  const { cookie } = await signUp(app, "borrowed");
  const headers = { cookie, "CF-Connecting-IP": "192.0.2.1" };
  const change = passwordChanger(headers);
  const guesses = [...Array<string>(40).fill("wrong password"), PASSWORD];
  const statuses = (await Promise.all(guesses.map(change))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 403)).toHaveLength(10);
  expect(statuses.at(-1)).toBe(429);
  expect((await login("borrowed", PASSWORD, "203.0.113.7")).status).toBe(200);
});

test("the limits by address answer 429 with Retry-After before anything is hashed", async () => {
  const limited = testApp({ env: { RATE_LIMITS: "on" } });
  const [signups, logins] = await inOneMinute(async (from, attempt) => {
    const body = { username: `limited_${attempt}`, password: PASSWORD };
    const send = async (path: string, times: number) => {
      const seen: string[] = [];
      for (let index = 0; index < times; index += 1) {
        const { status, headers } = await limited.send("POST", path, body, from);
        seen.push(`${status} ${headers.get("Retry-After") ?? ""}`.trim());
      }
      return seen;
    };
    return [await send("/api/auth/signup", 6), await send("/api/auth/login", 11)];
  });
  expect(signups).toEqual(["201", ...Array<string>(4).fill("409"), "429 60"]);
  expect(logins).toEqual([...Array<string>(10).fill("200"), "429 60"]);
});

test("RATE_LIMITS=off lifts the lockout too", async () => {
  const lifted = testApp();
  const body = { username: "untiring", password: "wrong password" };
  for (let index = 0; index < 30; index += 1) {
    expect((await lifted.send("POST", "/api/auth/login", body)).status).toBe(401);
  }
});

test("refused guesses are logged once in ten seconds, without name or address", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  clock.advance(10_000);
  await signUp(app, "guessed");
  await fail("guessed", 10);
  expect(await fail("guessed", 3)).toEqual([429, 429, 429]);
  clock.advance(10_000);
  expect(await fail("guessed", 2)).toEqual([429, 429]);
  const lines = warn.mock.calls.map(([line]) => String(line));
  warn.mockRestore();
  expect(lines.map((line) => (JSON.parse(line) as { code: string }).code)).toEqual([
    "auth.locked",
    "auth.locked",
  ]);
  expect(lines.join()).not.toContain("guessed");
});

test("several lockouts end with the last of them", () => {
  const counters = ["short", "long"].map((key) => ({ key, limit: 10 }));
  expect(lockoutEnd({ short: [10, 1_000], long: [10, 2_000] }, counters)).toBe(2_000);
});

test("a request counts for the wider prefixes by its limit's name, and not at all there over its address's limit", async () => {
  const counted: string[] = [];
  const counter = (success: boolean): RateLimit => ({
    limit: async ({ key }) => {
      counted.push(key);
      return { success };
    },
  });
  const [shut, open] = [counter(false), counter(true)];
  const body = { username: "anyone", password: "wrong password" };
  const from = { "CF-Connecting-IP": "2001:db8:1:2::1" };
  const statusWith = async (own: RateLimit) => {
    const limits = { RATE_LIMITS: "on", LOGIN_LIMIT: own, WIDE_LIMIT: open, WIDEST_LIMIT: open };
    return (await testApp({ env: limits }).send("POST", "/api/auth/login", body, from)).status;
  };
  expect(await statusWith(shut)).toBe(429);
  expect(counted.splice(0)).toEqual(["2001:db8:1:2::/64"]);
  expect(await statusWith(open)).toBe(401);
  expect(counted).toEqual([
    "2001:db8:1:2::/64",
    "LOGIN_LIMIT 2001:db8:1:0::/56",
    "LOGIN_LIMIT 2001:db8:1::/48",
  ]);
});
