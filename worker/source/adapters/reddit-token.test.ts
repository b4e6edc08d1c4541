import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { appOver, search } from "#worker/testing/search.ts";
import { picturePosts, standIn, type StandIn } from "#worker/testing/stand-in.ts";
import { testClock } from "#worker/testing/test-app.ts";

const mints = (reddit: StandIn) => reddit.count(/access_token/);
const creators = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { posts: picturePosts(1) }]));

/** Records the requests of the token call. */
function grants(reddit: StandIn) {
  const seen: Record<"authorization" | "agent" | "type", string | null>[] = [];
  const forms: URLSearchParams[] = [];
  reddit.instead = (url, init) => {
    if (!url.pathname.includes("access_token")) return null;
    const headers = new Headers(init?.headers);
    seen.push({
      authorization: headers.get("Authorization"),
      agent: headers.get("User-Agent"),
      type: headers.get("Content-Type"),
    });
    forms.push(new URLSearchParams(String(init?.body)));
    return null;
  };
  return { seen, forms };
}

test("a confidential app sends its secret, an installed one an empty secret and an untracked device id", async () => {
  const reddit = standIn(creators("Confidential", "Installed"));
  const { seen, forms } = grants(reddit);
  const settings = { REDDIT_CLIENT_ID: "grant-test", REDDIT_CLIENT_SECRET: "s3cret" };
  await search(appOver(reddit, { env: settings }), { username: "Confidential" });
  expect(seen[0]?.authorization).toBe(`Basic ${btoa("grant-test:s3cret")}`);
  expect(seen[0]?.agent).toMatch(/^web:unearth.test/);
  expect(seen[0]?.type).toBe("application/x-www-form-urlencoded");
  expect(forms[0]?.get("grant_type")).toBe("client_credentials");

  const installed = { REDDIT_CLIENT_ID: "installed-test", REDDIT_CLIENT_SECRET: "" };
  await search(appOver(reddit, { env: installed }), { username: "Installed" });
  expect(seen[1]?.authorization).toBe(`Basic ${btoa("installed-test:")}`);
  expect(forms[1]?.get("grant_type")).toBe("https://oauth.reddit.com/grants/installed_client");
  expect(forms[1]?.get("device_id")).toBe("DO_NOT_TRACK_THIS_DEVICE");
});

test("one token serves all calls until a minute before it expires, and is shared through KV", async () => {
  const clock = testClock();
  const reddit = standIn(creators("Token1", "Token2", "Token3"));
  const app = appOver(reddit, { clock, env: { REDDIT_CLIENT_ID: "expiry-test" } });
  await Promise.all([search(app, { username: "Token1" }), search(app, { username: "Token2" })]);
  expect(mints(reddit)).toBe(1);
  clock.advance(3_541_000);
  await search(app, { username: "Token3" });
  expect(mints(reddit)).toBe(2);
  const { keys } = await env.KV.list({ prefix: "reddit-" });
  const token = keys.find(({ name }) => name.endsWith(":token"));
  expect(token?.expiration, "it does not outlive its use in KV").toBeGreaterThan(0);
});

test("a token whose lifetime Reddit does not say serves for an hour", async () => {
  const clock = testClock();
  const reddit = standIn(creators("Untimed1", "Untimed2", "Untimed3"));
  const app = appOver(reddit, { clock, env: { REDDIT_CLIENT_ID: "untimed-test" } });
  reddit.instead = ({ pathname }) =>
    pathname.includes("access_token") ? Response.json({ access_token: "untimed" }) : null;
  await search(app, { username: "Untimed1" });
  clock.advance(3_539_000);
  await search(app, { username: "Untimed2" });
  expect(mints(reddit)).toBe(1);
  clock.advance(1_000);
  await search(app, { username: "Untimed3" });
  expect(mints(reddit)).toBe(2);
});

test("a refused token is replaced once, however many calls held it", async () => {
  const reddit = standIn(creators("Refused1", "Refused2", "Refused3"));
  const app = appOver(reddit, { env: { REDDIT_CLIENT_ID: "refused-test" } });
  let isOld = false;
  let minted = 0;
  reddit.instead = (url, init) => {
    if (url.pathname.includes("access_token")) {
      minted += 1;
      return Response.json({ access_token: `token${minted}`, expires_in: 3600 });
    }
    const token = new Headers(init?.headers).get("Authorization");
    const refuse = isOld && token === "Bearer token1";
    return refuse ? Response.json({ message: "Unauthorized", error: 401 }, { status: 401 }) : null;
  };
  await search(app, { username: "Refused1" });
  isOld = true;
  await Promise.all([search(app, { username: "Refused2" }), search(app, { username: "Refused3" })]);
  expect(minted).toBe(2);
});

test("a host that grants tokens and refuses them refuses us, past the limit of new tokens too", async () => {
  const names = Array.from({ length: 6 }, (_, index) => `Ungranted${index}`);
  const reddit = standIn(creators(...names));
  const app = appOver(reddit, { env: { REDDIT_CLIENT_ID: "ungranted-test" } });
  let minted = 0;
  reddit.instead = ({ pathname }) =>
    pathname.includes("access_token")
      ? Response.json({ access_token: `token${(minted += 1)}`, expires_in: 3600 })
      : Response.json({ message: "Unauthorized", error: 401 }, { status: 401 });
  for (const username of names) {
    const answer = await app.send("POST", "/api/reddit/search", { username });
    expect(await answer.json(), username).toMatchObject({ error: "reddit.blocked" });
  }
  expect(minted).toBe(4);
});

test("after a failure no token is requested for five seconds", async () => {
  const clock = testClock();
  const reddit = standIn(creators("Failing1", "Failing2", "Failing3", "Failing4"));
  const app = appOver(reddit, { clock, env: { REDDIT_CLIENT_ID: "failing-test" } });
  let asked = 0;
  reddit.instead = (url) => {
    if (!url.pathname.includes("access_token")) return null;
    asked += 1;
    return Response.json({ message: "Unauthorized", error: 401 }, { status: 401 });
  };
  const failing = (username: string) => app.send("POST", "/api/reddit/search", { username });
  const first = await failing("Failing1");
  expect(first.status).toBeGreaterThanOrEqual(500);
  expect((await failing("Failing2")).status).toBe(first.status);
  clock.advance(4_999);
  await failing("Failing3");
  expect(asked).toBe(1);
  clock.advance(1);
  await failing("Failing4");
  expect(asked).toBe(2);
});

test("while Reddit gives no token, no search, look-up or refresh of badges costs the visitor a call", async () => {
  const reddit = standIn({});
  reddit.instead = () => new Response("", { status: 500 });
  let counted = 0;
  const app = appOver(reddit, {
    env: {
      REDDIT_CLIENT_ID: "tokenless-test",
      RATE_LIMITS: "on",
      SEARCH_LIMIT: { limit: async () => ({ success: (counted += 1) <= 30 }) },
      WIDEST_LIMIT: { limit: async () => ({ success: true }) },
    },
  });
  const headers = { "CF-Connecting-IP": "192.0.2.79" };
  const statusOf = async (path: string, body?: object) =>
    (body ? await app.send("POST", path, body, headers) : await app.request(path, { headers }))
      .status;
  expect(await statusOf("/api/reddit/search", { username: "First" })).toBe(503);
  const before = { counted, calls: reddit.count(/./) };
  for (let index = 0; index < 10; index += 1) {
    expect(await statusOf("/api/reddit/search", { username: `Other${index}` })).toBe(503);
    expect(await statusOf(`/api/reddit/user/Another${index}`)).toBe(503);
    expect(await statusOf(`/api/reddit/post/p${index}`)).toBe(503);
    expect(await statusOf(`/api/badges/users/Third${index}/refresh`, {})).toBe(503);
  }
  expect({ counted, calls: reddit.count(/./) }).toEqual(before);
});
