import { afterEach, expect, test, vi } from "vitest";
import { brand } from "#schema/brand.ts";
import { searchQuery } from "#web/features/search/search.queries.ts";
import { answerInTurn, jsonAnswer } from "#web/testing/api.ts";
import { onAuthLost } from "./auth-lost.ts";
import { pathOfKey, request, type RequestOptions } from "./client.ts";
import { createQueryClient, fetchByKey } from "./query-client.ts";
import { forgetUserData } from "./user-data.ts";

afterEach(() => void vi.useRealTimers());

test("a GET is repeated after a network failure, a timeout and a 503, then answers", async () => {
  vi.useFakeTimers();
  const lost = [new TypeError("offline"), new DOMException("", "TimeoutError")];
  const calls = answerInTurn(...lost, jsonAnswer({}, 503), jsonAnswer({ ok: 1 }));
  const answer = request("/api/x");
  await vi.runAllTimersAsync();
  expect(await answer).toEqual({ ok: 1 });
  expect(calls).toHaveLength(4);
});

test.each([502, 504])("a GET is repeated after a %s", async (status) => {
  vi.useFakeTimers();
  answerInTurn(jsonAnswer({}, status), jsonAnswer({ ok: 1 }));
  const answer = request("/api/x");
  await vi.runAllTimersAsync();
  expect(await answer).toEqual({ ok: 1 });
});

test("a call sends the session's cookie, accepts JSON and names its body as JSON", async () => {
  const calls = answerInTurn(jsonAnswer({}), jsonAnswer({}));
  await request("/api/x");
  await request("/api/x", { method: "POST", body: {} });
  const accept = "application/json";
  expect(calls.map(({ init }) => init.credentials)).toEqual(["include", "include"]);
  // From another origin, a GET with a content type would cost a preflight.
  const withBody = { accept, "content-type": "application/json" };
  expect(calls.map(({ init }) => init.headers)).toEqual([{ accept }, withBody]);
});

test.each([429, 500])("a GET is not repeated after a %s", async (status) => {
  const calls = answerInTurn(jsonAnswer({ message: "no" }, status));
  await expect(request("/api/x")).rejects.toThrow(`${status}: no`);
  expect(calls).toHaveLength(1);
});

test("a read sent as POST is repeated like a GET, three times in development", async () => {
  vi.useFakeTimers();
  const busy = Array.from({ length: 3 }, () => jsonAnswer({}, 503));
  const calls = answerInTurn(...busy, jsonAnswer({ ok: 1 }));
  const answer = request("/api/x", { method: "POST", body: { a: 1 }, isRead: true });
  await vi.runAllTimersAsync();
  expect(await answer).toEqual({ ok: 1 });
  expect(calls.map(({ init }) => init.body)).toEqual(Array(4).fill('{"a":1}'));
});

test("the search is repeated, although it is a POST", async () => {
  vi.useFakeTimers();
  const page = { posts: [], userInfo: null, nextPage: null };
  const calls = answerInTurn(new TypeError("offline"), jsonAnswer(page));
  const found = createQueryClient().fetchInfiniteQuery(searchQuery("ann", "new"));
  await vi.runAllTimersAsync();
  expect((await found).pages).toEqual([page]);
  expect(calls.map(({ url }) => url)).toEqual(["/api/reddit/search", "/api/reddit/search"]);
});

test("in development each attempt writes one verbose console line, without its body", async () => {
  vi.useFakeTimers();
  const lines = vi.spyOn(console, "debug").mockImplementation(() => undefined);
  answerInTurn(jsonAnswer({ message: "busy" }, 503), jsonAnswer({ token: "secret" }));
  const answer = request("/api/x", { method: "POST", body: { password: "secret" }, isRead: true });
  await vi.runAllTimersAsync();
  await answer;
  expect(lines.mock.calls).toEqual([
    [expect.stringMatching(/^POST \/api\/x, try 1, \d+ ms: ApiError: 503: busy$/)],
    [expect.stringMatching(/^POST \/api\/x, try 2, \d+ ms: ok$/)],
  ]);
});

test("a query throws on a 401, or returns null by option; other errors always throw", async () => {
  const fetched = (status: number, on401?: "null") => {
    answerInTurn(jsonAnswer({ message: "no" }, status));
    const signal = AbortSignal.timeout(60_000);
    return fetchByKey({ queryKey: ["api", "auth", "me"], signal } as never, on401);
  };
  await expect(fetched(401)).rejects.toThrow("401: no");
  expect(await fetched(401, "null")).toBeNull();
  await expect(fetched(403, "null")).rejects.toThrow("403: no");
});

test("a POST is not repeated", async () => {
  const calls = answerInTurn(new TypeError("offline"));
  await expect(request("/api/x", { method: "POST", body: {} })).rejects.toThrow("0: ");
  expect(calls).toHaveLength(1);
});

test("a change outlives its tab, but for a POST with a body, which may be too long for that", async () => {
  const keepalive = async (options: RequestOptions) => {
    const calls = answerInTurn(jsonAnswer({}));
    await request("/api/x", options);
    return calls[0]?.init.keepalive;
  };
  expect(await keepalive({ method: "POST" })).toBe(true);
  expect(await keepalive({ method: "DELETE" })).toBe(true);
  expect(await keepalive({ method: "PUT", body: { blurEnabled: false } })).toBe(true);
  expect(await keepalive({ method: "POST", body: {} })).toBe(false);
  expect(await keepalive({})).toBe(false);
});

test("only admin calls and reading or changing feedback carry the admin token", async () => {
  vi.stubGlobal("localStorage", { getItem: () => "secret" });
  const sent = async (path: string, method: "GET" | "POST" | "DELETE") => {
    const calls = answerInTurn(jsonAnswer({}));
    await request(path, { method });
    return new Headers(calls[0]?.init.headers).get("authorization");
  };
  expect(await sent("/api/admin/session", "GET")).toBe("Bearer secret");
  expect(await sent("/api/feedback", "GET")).toBe("Bearer secret");
  expect(await sent("/api/feedback/1", "DELETE")).toBe("Bearer secret");
  expect(await sent("/api/feedback", "POST")).toBeNull();
  expect(await sent("/api/auth/status", "GET")).toBeNull();
});

test("a query key's parts are the path and query of its address", () => {
  expect(pathOfKey(["api", "leaderboard", "users", { limit: 50 }])).toBe(
    "/api/leaderboard/users?limit=50",
  );
  expect(pathOfKey(["api", "badges", "users", "a/b"])).toBe("/api/badges/users/a%2Fb");
  expect(pathOfKey(["api", "x", { q: null, after: undefined, limit: 0 }])).toBe("/api/x?limit=0");
});

test("a 401 reports the sign-in as lost, except for a wrong password at login", async () => {
  vi.stubGlobal("localStorage", { getItem: () => null });
  const lost: string[] = [];
  const stop = onAuthLost((what) => lost.push(what));
  const refuse = async (path: string, error: string) => {
    answerInTurn(jsonAnswer({ success: false, error, message: "no" }, 401));
    await request(path, { method: "POST" }).catch(() => {});
  };
  await refuse("/api/leaderboard/users/x/vote", "auth.required");
  await refuse("/api/admin/nsfw-subreddits", "admin.required");
  await refuse("/api/auth/login", "auth.invalid_credentials");
  await refuse("/api/admin/login", "admin.invalid_credentials");
  stop();
  expect(lost).toEqual(["session", "admin"]);
});

test("a 401 for an admin token that is no longer stored does not report the sign-in as lost", async () => {
  let stored: string | null = "old";
  vi.stubGlobal("localStorage", { getItem: () => stored });
  const lost: string[] = [];
  const stop = onAuthLost((what) => lost.push(what));
  const refuse = async (path: string, then: string | null) => {
    answerInTurn(jsonAnswer({ success: false, error: "admin.required", message: "no" }, 401));
    const answer = request(path, { method: "POST" }).catch(() => {});
    stored = then;
    await answer;
  };
  await refuse("/api/admin/logout", null);
  stored = "old";
  await refuse("/api/admin/nsfw-subreddits", "new");
  expect(lost).toEqual([]);
  await refuse("/api/admin/nsfw-subreddits", "new");
  stop();
  expect(lost).toEqual(["admin"]);
});

test("a call that its caller aborts ends at once, is not tried again and is no failure of the network", async () => {
  let calls = 0;
  vi.stubGlobal("fetch", (_url: string, { signal }: { signal: AbortSignal }) => {
    calls += 1;
    return new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    });
  });
  const left = new AbortController();
  const answer = request("/api/x", { signal: left.signal });
  left.abort();
  await expect(answer).rejects.toHaveProperty("name", "AbortError");
  expect(calls).toBe(1);
});

test("a call that its caller can abort has the time limit too", async () => {
  const over = AbortSignal.abort(new DOMException("", "TimeoutError"));
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(over);
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => init.signal?.throwIfAborted());
  const { signal } = new AbortController();
  const answer = request("/api/x", { method: "POST", signal });
  await expect(answer).rejects.toHaveProperty("code", "client.timeout");
});

test("in production a call goes to the API's host and writes no console line", async () => {
  vi.stubGlobal("location", new URL(brand.environments.production.pageOrigins[0]));
  vi.resetModules();
  const client = await import("./client.ts");
  const lines = vi.spyOn(console, "debug");
  const calls = answerInTurn(jsonAnswer({}));
  await client.request("/api/x");
  expect(calls[0]?.url).toBe(`${brand.environments.production.apiOrigin}/api/x`);
  expect(lines).not.toHaveBeenCalled();
});

test.each([
  ["too late", new DOMException("", "TimeoutError"), "client.timeout"],
  ["lost", new TypeError("Failed to fetch"), "client.network"],
])("an answer that is %s is named as such", async (_what, cause, code) => {
  vi.stubGlobal("fetch", () => Promise.reject(cause));
  const error: unknown = await request("/api/x", { method: "POST" }).catch((reason) => reason);
  expect(error).toMatchObject({ message: `0: ${code}`, status: 0, code, sentence: "" });
});

test("a read with a time limit of its own is not repeated after it, but after other failures", async () => {
  vi.useFakeTimers();
  const failures = [new TypeError("Failed to fetch"), new DOMException("", "TimeoutError")];
  const fetched = vi.fn<() => Promise<Response>>();
  for (const failure of failures) fetched.mockRejectedValueOnce(failure);
  vi.stubGlobal("fetch", fetched);
  const answer = request("/api/x", { timeoutMs: 600_000 }).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect(await answer).toHaveProperty("code", "client.timeout");
  expect(fetched).toHaveBeenCalledTimes(2);
});

test("a failed read is not repeated under the next account", async () => {
  vi.useFakeTimers();
  const calls = answerInTurn(jsonAnswer({}, 503), jsonAnswer({ user: "another" }));
  const failure = request("/api/user/export").catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1);
  forgetUserData(createQueryClient());
  await vi.runAllTimersAsync();
  expect(await failure).toHaveProperty("status", 503);
  expect(calls).toHaveLength(1);
});
