import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { ERRORS } from "#schema/api/errors.ts";
import { brand } from "#schema/brand.ts";
import { AppError } from "#worker/errors.ts";
import { newRouter } from "#worker/http/context.ts";
import { onError } from "#worker/http/on-error.ts";
import { API_HEADERS } from "#worker/http/security-headers.ts";
import { testApp } from "#worker/testing/test-app.ts";

const app = testApp();

test("an unknown /api path, and /api itself, is 404 in JSON with a request id", async () => {
  for (const path of ["/api", "/api/nope", "/api/health/nope"]) {
    const answer = await app.request(path);
    const body = await answer.json<Record<string, unknown>>();
    expect(answer.status).toBe(404);
    expect(body).toEqual({
      success: false,
      error: "http.not_found",
      message: ERRORS["http.not_found"][1],
      requestId: answer.headers.get("X-Request-Id"),
    });
  }
});

test.each([
  ["POST", "/api/health", "GET, HEAD"],
  ["POST", "/api/user/preferences", "GET, HEAD, PUT"],
  ["GET", "/api/leaderboard/users/x/vote", "POST, DELETE"],
])(
  "a known path with another method is 405, and Allow lists its methods: %s %s",
  async (method, path, allowed) => {
    const answer = await app.request(path, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("Allow")).toBe(allowed);
    expect(await answer.json()).toMatchObject({ error: "http.method_not_allowed" });
  },
);

test("a client cannot choose the request id", async () => {
  const headers = { "X-Request-Id": "chosen" };
  const answers = await Promise.all(
    ["/api/nope", "/about"].map((path) => app.request(path, { headers })),
  );
  const ids = answers.map((answer) => answer.headers.get("X-Request-Id"));
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(ids).size).toBe(2);
  expect(await answers[0]?.json()).toMatchObject({ requestId: ids[0] });
});

test("HEAD is answered as GET without a body", async () => {
  const answer = await app.request("/api/health", { method: "HEAD" });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe("");
});

test("an API answer, an error too, carries no-store and the security headers", async () => {
  for (const path of ["/api/health", "/api/nope"]) {
    const { headers } = await app.request(path);
    expect(headers.get("Cache-Control")).toBe("private, no-store");
    for (const [name, value] of Object.entries(API_HEADERS)) expect(headers.get(name)).toBe(value);
  }
});

test("an unsafe request from another origin is 403 before its route runs", async () => {
  const attempts: HeadersInit[] = [
    { Origin: "https://evil.example" },
    { Origin: "http://evil-localhost:5173" },
    { Origin: "http://127.0.0.1.evil.example" },
    { Origin: "null" },
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
    { "Sec-Fetch-Site": "cross-site", Origin: "https://unearth.test" },
  ];
  for (const headers of attempts) {
    const answer = await app.request("/api/health", { method: "POST", headers });
    expect(answer.status, JSON.stringify(headers)).toBe(403);
    expect(await answer.json()).toMatchObject({ error: "http.forbidden_origin" });
  }
});

test("our own page, a development port and a client that is no browser can send unsafe requests", async () => {
  const attempts: HeadersInit[] = [
    {},
    { Origin: "https://unearth.test", "Sec-Fetch-Site": "same-origin" },
    { Origin: "http://localhost:5173" },
  ];
  for (const headers of attempts) {
    // 405, not 403: the request got as far as the routes.
    expect((await app.request("/api/health", { method: "POST", headers })).status).toBe(405);
  }
});

test("a body that breaks off is 400, not 500", async () => {
  const text = new TextEncoder().encode('{"username":"gem');
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(text),
    pull: (controller) => controller.error(new TypeError("Network connection lost.")),
  });
  const headers = { "Content-Type": "application/json" };
  const answer = await testApp().request("/api/reddit/search", { method: "POST", headers, body });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: "http.body_incomplete" });
});

test.each([{ hasLength: true }, { hasLength: false }])(
  "a body that does not arrive in time is 408 (Content-Length: $hasLength)",
  async ({ hasLength }) => {
    const { setTimeout: wait } = globalThis;
    const timers = vi
      .spyOn(globalThis, "setTimeout")
      .mockImplementation(((work: () => void, ms: number) =>
        wait(work, ms === 12_300 ? 0 : ms)) as typeof setTimeout);
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"username":"gem')),
    });
    const headers = {
      "Content-Type": "application/json",
      ...(hasLength && { "Content-Length": "40" }),
    };
    const answer = await testApp().request("/api/reddit/search", { method: "POST", headers, body });
    timers.mockRestore();
    expect(answer.status).toBe(408);
    expect(await answer.json()).toMatchObject({ error: "http.body_late" });
  },
);

const invalid = [0xff, 0xc3, 0xf0].map((byte) => [
  ...new TextEncoder().encode('{"a":"'),
  byte,
  0x22,
  0x7d,
]);

test.each([{ hasLength: true }, { hasLength: false }])(
  "invalid UTF-8 is refused, and a body that contains U+FFFD is read (Content-Length: $hasLength)",
  async ({ hasLength }) => {
    const send = (body: Uint8Array) =>
      testApp().request("/api/reddit/search", {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          ...(hasLength && { "Content-Length": String(body.length) }),
        },
        body,
      });
    for (const bytes of invalid) {
      const answer = await send(new Uint8Array(bytes));
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: "http.invalid_json" });
    }
    const said = await send(new TextEncoder().encode('{"username":"\uFFFD","sortBy":"x"}'));
    expect(await said.json()).toMatchObject({ fields: { sortBy: expect.any(String) } });
  },
);

test("in production only the brand's pages get CORS headers", async () => {
  const production = testApp({ env: { ENVIRONMENT: "production" } });
  const ask = async (Origin: string) =>
    (await production.request("/api/health", { headers: { Origin } })).headers.get(
      "Access-Control-Allow-Origin",
    );
  const { pageOrigins } = brand.environments.production;
  const [ours] = pageOrigins;
  for (const origin of pageOrigins) expect(await ask(origin)).toBe(origin);
  expect(await ask("https://evil.example")).toBeNull();
  expect(await ask(`${ours}.evil.example`)).toBeNull();
  expect(await ask("http://localhost:5173")).toBeNull();
});

test("in production the brand's pages can send cookies, tokens and JSON, and read the wait and the request id", async () => {
  const production = testApp({ env: { ENVIRONMENT: "production" } });
  const [Origin] = brand.environments.production.pageOrigins;
  const answer = await production.request("/api/health", { headers: { Origin } });
  expect(answer.headers.get("Access-Control-Allow-Credentials")).toBe("true");
  expect(answer.headers.get("Access-Control-Expose-Headers")).toBe("Retry-After,X-Request-Id");
  const asks = { Origin, "Access-Control-Request-Method": "PUT" };
  const preflight = await production.request("/api/feedback/x", {
    method: "OPTIONS",
    headers: asks,
  });
  expect(preflight.status).toBe(204);
  const allowed = (what: string) => preflight.headers.get(`Access-Control-${what}`);
  expect(allowed("Allow-Origin")).toBe(Origin);
  expect(allowed("Allow-Credentials")).toBe("true");
  expect(allowed("Allow-Methods")).toBe("GET,POST,PUT,DELETE");
  expect(allowed("Allow-Headers")).toBe("Content-Type,Authorization");
  expect(allowed("Max-Age")).toBe("86400");
});

test("in production only the brand's pages can send unsafe requests to the API's host", async () => {
  const production = testApp({ env: { ENVIRONMENT: "production" } });
  const { pageOrigins, apiOrigin } = brand.environments.production;
  const { host } = new URL(pageOrigins[0]);
  const send = async (headers: HeadersInit) =>
    (await production.request(`${apiOrigin}/api/health`, { method: "POST", headers })).status;
  const site = { "Sec-Fetch-Site": "same-site" };
  expect(await send({ ...site, Origin: pageOrigins[0] })).toBe(405);
  for (const Origin of [`https://other.${host}`, `http://${host}`, "http://localhost"])
    expect(await send({ ...site, Origin }), Origin).toBe(403);
  expect(await send({ Origin: "http://localhost:5173" })).toBe(403);
  expect(await send(site)).toBe(403);
});

test("a response that is late although the request's body has arrived is 503, not 408", async () => {
  const { setTimeout: wait } = globalThis;
  let endOfTime = () => undefined as void;
  const timers = vi
    .spyOn(globalThis, "setTimeout")
    .mockImplementation(((work: () => void, ms: number) =>
      ms === 12_300 ? void (endOfTime = work) : wait(work, ms)) as typeof setTimeout);
  const KV = new Proxy(env.KV, {
    get: () => () => {
      endOfTime();
      return new Promise(() => undefined);
    },
  });
  const late = testApp({ env: { KV } });
  const answer = await late.send("POST", "/api/reddit/search", { username: "gemhunter" });
  timers.mockRestore();
  expect(answer.status).toBe(503);
  expect(answer.headers.get("Retry-After")).toBe("2");
  expect(await answer.json()).toMatchObject({ error: "internal.unavailable" });
});

test("a response without I/O sets no timer, a response that waits for D1 sets one", async () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  await testApp().request("/api/auth/status");
  expect(timers).not.toHaveBeenCalled();
  await testApp().request("/api/leaderboard/users");
  expect(timers).toHaveBeenCalledWith(expect.any(Function), 12_300);
  timers.mockRestore();
});

test("a page address gets the app, a missing file a plain 404 that is not cached", async () => {
  const page = await app.request("/user/some.name.js");
  expect(page.status).toBe(200);
  expect(page.headers.get("Content-Type")).toContain("text/html");
  const missing = await app.request("/assets/gone-1234.js");
  expect(missing.status).toBe(404);
  expect(missing.headers.get("Cache-Control")).toBe("no-store");
});

test.each([
  [-3, "1"],
  [0.2, "1"],
  [1.2, "2"],
])("%f seconds to wait are Retry-After: %s", async (retryAfterSeconds, header) => {
  const refusing = newRouter().get("/", () => {
    throw new AppError("http.rate_limited", { retryAfterSeconds });
  });
  refusing.onError(onError);
  const answer = await refusing.request("/", {}, { deps: testApp().deps() });
  expect(answer.headers.get("Retry-After")).toBe(header);
});
