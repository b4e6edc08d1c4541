import { expect, test } from "vitest";
import { sampleWorld } from "#sample/world.ts";
import { storedUser } from "#worker/testing/targets.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";

const app = testApp({
  clock: testClock(Date.now()),
  sample: sampleWorld,
  env: { POST_SOURCE: "sample" },
});

/** Headers that some caches and frameworks trust. */
const SPOOFED_HEADERS = {
  "x-forwarded-host": "evil.example",
  "x-forwarded-proto": "http",
  "x-forwarded-for": "127.0.0.1",
  forwarded: "for=127.0.0.1;host=evil.example",
  "x-original-url": "/api/admin/session",
  "x-rewrite-url": "/api/admin/session",
  "x-http-method-override": "DELETE",
  "x-host": "evil.example",
  "x-request-id": "<script>",
};

const PATHS = [
  "/",
  "/about",
  "/user/gemhunter",
  "/api/leaderboard/users?limit=5",
  "/api/leaderboard/posts",
  "/api/reddit/user/gemhunter",
  "/api/auth/status",
  "/api/leaderboard/users/gemhunter/vote-status",
];

const read = async (path: string, headers: HeadersInit = {}) => {
  const answer = await app.request(path, { headers });
  return {
    status: answer.status,
    cache: answer.headers.get("Cache-Control"),
    text: await answer.text(),
  };
};

test.each(PATHS)("spoofed headers change nothing of %s", async (path) => {
  await storedUser("t2_poison", "poisoned_one", 1).catch(() => undefined);
  const plain = await read(path);
  expect(plain.status).toBe(200);
  expect(await read(path, SPOOFED_HEADERS)).toEqual(plain);
});

test.each(PATHS)("no shared cache stores %s", async (path) => {
  const { cache } = await read(
    `${path}${path.includes("?") ? "&" : "?"}utm_source=%22%3E%3Cscript%3E`,
  );
  expect(cache).toMatch(/private|no-store/);
});

test("the request id is made by the Worker, not taken from the client", async () => {
  const answer = await app.request("/api/nope", { headers: SPOOFED_HEADERS });
  const id = answer.headers.get("X-Request-Id");
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(await answer.json()).toMatchObject({ requestId: id });
});

test("an unknown query parameter is not shown as markup", async () => {
  const { text } = await read("/about?x=%22%3E%3Cscript%3Ealert(1)%3C/script%3E");
  expect(text).not.toContain("<script>alert");
});
