import { afterEach, expect, test, vi } from "vitest";
import { searchQuery } from "#web/features/search/search.queries.ts";
import { ApiError, failureSentence } from "./api-error.ts";
import { onAuthLost } from "./auth-lost.ts";
import { pathOfKey, request, type RequestOptions } from "./client.ts";
import { createQueryClient, fetchByKey } from "./query-client.ts";
import { forgetUserData } from "./user-data.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function answers(...list: (Response | Error)[]) {
  const calls: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    calls.push({ url, init });
    const next = list.shift();
    if (!next || next instanceof Error) throw next ?? new TypeError("failed to fetch");
    return next;
  });
  return calls;
}

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, statusText: status === 200 ? "OK" : "Sorry" });

test("a failure carries status, code, sentence and fields, and its message starts with the status", async () => {
  answers(
    json(
      { success: false, error: "http.validation", message: "Look again.", fields: { a: "b" } },
      400,
    ),
  );
  const error = await request("/api/x").catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    message: "400: Look again.",
    status: 400,
    code: "http.validation",
    fields: { a: "b" },
  });
});

test("an error that is not JSON has its status text for the console, and no sentence for visitors", async () => {
  answers(new Response("<html>", { status: 418, statusText: "Teapot" }));
  const error = await request("/api/x").catch((caught: unknown) => caught);
  expect(error).toMatchObject({ message: "418: Teapot", sentence: "" });
  expect(failureSentence(error, "The next posts could not be loaded.")).toBe(
    "The next posts could not be loaded.",
  );
});

test.each([
  ["300", 300],
  [null, null],
])("a refusal with Retry-After %s asks for a pause of %s seconds", async (header, seconds) => {
  const headers = header === null ? undefined : { "Retry-After": header };
  const body = { success: false, error: "search.too_many", message: "Not now." };
  answers(Response.json(body, { status: 429, headers }));
  await expect(request("/api/x", { method: "POST" })).rejects.toHaveProperty("retryAfter", seconds);
});

test("an answer that reports no success is a failure, whatever its status", async () => {
  answers(json({ success: false, message: "Not now." }), json({ success: false }));
  await expect(request("/api/x")).rejects.toMatchObject({ status: 200, sentence: "Not now." });
  await expect(request("/api/x")).rejects.toMatchObject({ status: 200, sentence: "" });
});

test("a message that is not text is no sentence for visitors", async () => {
  answers(json({ success: false, message: null }, 500));
  await expect(request("/api/x")).rejects.toMatchObject({ message: "500: Sorry", sentence: "" });
});

test("a GET is repeated after a network failure and after a 503, then answers", async () => {
  vi.useFakeTimers();
  const calls = answers(new TypeError("offline"), json({}, 503), json({ ok: 1 }));
  const answer = request("/api/x");
  await vi.runAllTimersAsync();
  expect(await answer).toEqual({ ok: 1 });
  expect(calls).toHaveLength(3);
});

test.each([502, 504])("a GET is repeated after a %s", async (status) => {
  vi.useFakeTimers();
  answers(json({}, status), json({ ok: 1 }));
  const answer = request("/api/x");
  await vi.runAllTimersAsync();
  expect(await answer).toEqual({ ok: 1 });
});

test("a call sends the session's cookie, accepts JSON and names its body as JSON", async () => {
  const calls = answers(json({}), json({}));
  await request("/api/x");
  await request("/api/x", { method: "POST", body: {} });
  const accept = "application/json";
  const sent = { credentials: "include", headers: { accept } };
  const withBody = { ...sent, headers: { accept, "content-type": "application/json" } };
  expect(calls.map(({ init }) => init)).toMatchObject([sent, withBody]);
});

test("a 200 that is not JSON is a failure", async () => {
  answers(new Response("<html>"));
  await expect(request("/api/x")).rejects.toMatchObject({ status: 200, code: "client.bad_answer" });
});

test("a GET is not repeated after a 500", async () => {
  const calls = answers(json({ message: "no" }, 500));
  await expect(request("/api/x")).rejects.toThrow("500: no");
  expect(calls).toHaveLength(1);
});

test("a read sent as POST is repeated like a GET, three times in development", async () => {
  vi.useFakeTimers();
  const busy = Array.from({ length: 3 }, () => json({}, 503));
  const calls = answers(...busy, json({ ok: 1 }));
  const answer = request("/api/x", { method: "POST", body: { a: 1 }, isRead: true });
  await vi.runAllTimersAsync();
  expect(await answer).toEqual({ ok: 1 });
  expect(calls.map(({ init }) => init.body)).toEqual(Array(4).fill('{"a":1}'));
});

test("the search is repeated, although it is a POST", async () => {
  vi.useFakeTimers();
  const page = { posts: [], userInfo: null, nextPage: null };
  const calls = answers(new TypeError("offline"), json(page));
  const found = createQueryClient().fetchInfiniteQuery(searchQuery("ann", "new"));
  await vi.runAllTimersAsync();
  expect((await found).pages).toEqual([page]);
  expect(calls.map(({ url }) => url)).toEqual(["/api/reddit/search", "/api/reddit/search"]);
});

test("in development each attempt writes one verbose console line, without its body", async () => {
  vi.useFakeTimers();
  const lines = vi.spyOn(console, "debug").mockImplementation(() => undefined);
  answers(json({ message: "busy" }, 503), json({ token: "secret" }));
  const answer = request("/api/x", { method: "POST", body: { password: "secret" }, isRead: true });
  await vi.runAllTimersAsync();
  await answer;
  expect(lines.mock.calls).toEqual([
    [expect.stringMatching(/^POST \/api\/x, try 1, \d+ ms: ApiError: 503: busy$/)],
    [expect.stringMatching(/^POST \/api\/x, try 2, \d+ ms: ok$/)],
  ]);
  lines.mockRestore();
});

test("a query throws on a 401, or returns null by option; other errors always throw", async () => {
  const fetched = (status: number, on401?: "null") => {
    answers(json({ message: "no" }, status));
    const signal = AbortSignal.timeout(60_000);
    return fetchByKey({ queryKey: ["api", "auth", "me"], signal } as never, on401);
  };
  await expect(fetched(401)).rejects.toThrow("401: no");
  expect(await fetched(401, "null")).toBeNull();
  await expect(fetched(403, "null")).rejects.toThrow("403: no");
});

test("a POST is not repeated", async () => {
  const calls = answers(new TypeError("offline"));
  await expect(request("/api/x", { method: "POST", body: {} })).rejects.toThrow("0: ");
  expect(calls).toHaveLength(1);
});

test("a change outlives its tab, but for a POST with a body, which may be too long for that", async () => {
  const keepalive = async (options: RequestOptions) => {
    const calls = answers(json({}));
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
    const calls = answers(json({}));
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
});

test("a 401 reports the sign-in as lost, except for a wrong password at login", async () => {
  vi.stubGlobal("localStorage", { getItem: () => null });
  const lost: string[] = [];
  const stop = onAuthLost((what) => lost.push(what));
  const refuse = async (path: string, error: string) => {
    answers(json({ success: false, error, message: "no" }, 401));
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
    answers(json({ success: false, error: "admin.required", message: "no" }, 401));
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
  const calls = answers(json({}, 503), json({ user: "another" }));
  const failure = request("/api/user/export").catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1);
  forgetUserData(createQueryClient());
  await vi.runAllTimersAsync();
  expect(await failure).toHaveProperty("status", 503);
  expect(calls).toHaveLength(1);
});
