import { expect, onTestFinished, test, vi } from "vitest";
import { answerMessage } from "./answer.ts";
import { readPace } from "./pace.ts";
import {
  json,
  listing,
  LISTING,
  message,
  NOW,
  page,
  PAGE,
  testCompanion,
} from "./testing/companion.ts";

const BLOCK =
  "<h1>You've been blocked by network security.</h1> To continue, log in to your account";
const OLD_BLOCK = "whoa there, pardner! Your request has been blocked due to a network policy.";

const askOnce = ({ companion }: ReturnType<typeof testCompanion>) =>
  answerMessage(companion, PAGE, message(LISTING));

test("a 429 stops all calls until the time that Reddit names", async () => {
  const setUp = testCompanion(() => page("", 429, { "retry-after": "90" }));
  const refusal = { ok: false, reason: "rate_limited", until: NOW + 90_000 };
  expect(await askOnce(setUp)).toEqual(refusal);
  setUp.clock.time = NOW + 89_999;
  expect(await askOnce(setUp)).toEqual(refusal);
  expect(setUp.calls).toHaveLength(1);
  expect((await readPace(setUp.storage, setUp.clock.time)).lastCall).toBe(NOW);
  setUp.clock.time = NOW + 90_001;
  await askOnce(setUp);
  expect(setUp.calls).toHaveLength(2);
});

test("a rate limit without a time lasts a minute, one of days a quarter of an hour", async () => {
  const none = testCompanion(() => json({}, 429));
  expect(await askOnce(none)).toMatchObject({ until: NOW + 60_000 });
  const long = testCompanion(() => json({}, 429, { "x-ratelimit-reset": "999999" }));
  expect(await askOnce(long)).toMatchObject({ until: NOW + 900_000 });
});

test("a page that says too many requests is a rate limit, whatever its status", async () => {
  const setUp = testCompanion(() => page("<h1>Too Many Requests</h1>", 403));
  const refusal = { ok: false, reason: "rate_limited", until: NOW + 60_000 };
  expect(await askOnce(setUp)).toEqual(refusal);
});

test("an outage that names a time is no rate limit", async () => {
  const setUp = testCompanion(() => json({}, 503, { "retry-after": "90" }));
  expect(await askOnce(setUp)).toEqual({ ok: false, reason: "blocked" });
  expect((await readPace(setUp.storage, NOW)).stop).toBeNull();
});

test("the last two calls of the visitor's own limit are left to the visitor", async () => {
  let remaining = 4;
  const setUp = testCompanion(() => {
    remaining -= 1;
    const headers = { "x-ratelimit-remaining": `${remaining}.0`, "x-ratelimit-reset": "30" };
    return json({ data: { children: [] } }, 200, headers);
  });
  expect(await askOnce(setUp)).toMatchObject({ ok: true });
  expect(await askOnce(setUp)).toMatchObject({ ok: true });
  expect(await askOnce(setUp)).toEqual({
    ok: false,
    reason: "rate_limited",
    until: NOW + 1_000 + 30_000,
  });
  expect(remaining).toBe(2);
});

test("a block page stops calls for ten minutes while the browser is signed in", async () => {
  const setUp = testCompanion((url) =>
    url.pathname === "/api/me.json" ? json({ data: { name: "me" } }) : page(BLOCK),
  );
  const answer = await askOnce(setUp);
  expect(answer).toEqual({ ok: false, reason: "blocked", until: NOW + 1_000 + 600_000 });
  expect(await askOnce(setUp)).toEqual(answer);
  expect(setUp.calls.map(({ url }) => url.pathname)).toEqual([
    "/user/Ann/submitted.json",
    "/api/me.json",
  ]);
});

test("two calls that meet the same block page end with one stop", async () => {
  for (const isSignedIn of [true, false]) {
    const [called, refused] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const setUp = testCompanion(async ({ pathname }) => {
      if (pathname === "/api/me.json") return json({ data: isSignedIn ? { name: "me" } : {} });
      const isAbout = pathname.endsWith("/about.json");
      if (isAbout) called.resolve();
      await (isAbout ? refused : called).promise;
      return page(BLOCK);
    });
    const listed = askOnce(setUp);
    const about = answerMessage(setUp.companion, PAGE, message({ type: "about", username: "Ann" }));
    const first = await listed;
    refused.resolve();
    expect(await about).toEqual(first);
    const { stop, isSignedIn: known } = await readPace(setUp.storage, setUp.clock.time);
    expect(first).toEqual({ ok: false, ...stop });
    expect(stop?.reason).toBe(isSignedIn ? "blocked" : "signed_out");
    expect(known).toBe(isSignedIn ? null : false);
    expect(setUp.calls.filter(({ url }) => url.pathname === "/api/me.json")).toHaveLength(1);
  }
});

test("a new stop does not shorten a longer one", async () => {
  const waits = ["300", "7"];
  const setUp = testCompanion(() => page("", 429, { "retry-after": waits.shift() ?? "" }));
  const long = { ok: false, reason: "rate_limited", until: NOW + 300_000 };
  setUp.companion.clock = { now: () => NOW, sleep: () => Promise.resolve() };
  expect(await Promise.all([askOnce(setUp), askOnce(setUp)])).toEqual([long, long]);
  expect(await askOnce(setUp)).toEqual(long);
});

test("a block page with a log-in link means signed out if Reddit names no user", async () => {
  for (const me of [() => json({ data: {} }), () => json({}), () => page(BLOCK)]) {
    const setUp = testCompanion((url) => (url.pathname === "/api/me.json" ? me() : page(BLOCK)));
    expect(await askOnce(setUp)).toMatchObject({ ok: false, reason: "signed_out" });
    const pace = await readPace(setUp.storage, setUp.clock.time);
    expect(pace.isSignedIn).toBe(false);
  }
});

test("a block page whose second call fails says nothing about the visitor", async () => {
  const offline = () => Promise.reject<Response>(new TypeError("failed to fetch"));
  const setUp = testCompanion(({ pathname }) =>
    pathname === "/api/me.json" ? offline() : page(BLOCK),
  );
  expect(await askOnce(setUp)).toEqual({ ok: false, reason: "blocked" });
  const { stop, isSignedIn } = await readPace(setUp.storage, setUp.clock.time);
  expect({ stop, isSignedIn }).toEqual({ stop: null, isSignedIn: null });
});

test("a 401 means signed out", async () => {
  const until = NOW + 15_000;
  for (const answer of [json({}, 401), json({ error: 401 })])
    expect(await askOnce(testCompanion(() => answer))).toEqual({
      ok: false,
      reason: "signed_out",
      until,
    });
});

test("a redirect means signed out only if Reddit names no user", async () => {
  // A browser turns a manual redirect into an opaque response, which `new Response` cannot make.
  const redirect = Object.defineProperty(new Response(null), "type", { value: "opaqueredirect" });
  const signedOut = testCompanion(() => redirect);
  const until = NOW + 1_000 + 15_000;
  expect(await askOnce(signedOut)).toEqual({ ok: false, reason: "signed_out", until });
  const signedIn = testCompanion(({ pathname }) =>
    pathname === "/api/me.json" ? json({ data: { name: "me" } }) : redirect,
  );
  expect(await askOnce(signedIn)).toEqual({ ok: false, reason: "blocked" });
  expect((await readPace(signedIn.storage, signedIn.clock.time)).stop).toBeNull();
});

test("a page that is not found is an outage, not a block: it stops nothing", async () => {
  const setUp = testCompanion(() => page("Page not found. Log in", 404));
  expect(await askOnce(setUp)).toEqual({ ok: false, reason: "blocked" });
  expect(setUp.calls).toHaveLength(1);
  expect((await readPace(setUp.storage, setUp.clock.time)).stop).toBeNull();
});

test("an error named in the body of a 200 is Reddit's answer", async () => {
  const named = (error: unknown, headers = {}) =>
    askOnce(testCompanion(() => json({ message: "no", error }, 200, headers)));
  const limited = { ok: false, reason: "rate_limited", until: NOW + 7_000 };
  expect(await named(429, { "retry-after": "7" })).toEqual(limited);
  expect(await named(403, { "retry-after": "7" })).toEqual(limited);
  expect(await named(404)).toEqual({ ok: true, body: { state: "missing" } });
  expect(await named(500)).toEqual({ ok: false, reason: "blocked" });
  expect(await named("429")).toEqual({ ok: false, reason: "blocked" });
});

test("a whole answer, with the second call after a block page, ends before the page gives up", async () => {
  const ended = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(ended.signal);
  onTestFinished(() => timeout.mockRestore());
  const asked = Promise.withResolvers<void>();
  const setUp = testCompanion(({ pathname }) => {
    if (pathname !== "/api/me.json") return page(BLOCK);
    asked.resolve();
    return new Promise<Response>((_, reject) => {
      ended.signal.addEventListener("abort", () => reject(ended.signal.reason as Error));
    });
  });
  const answer = askOnce(setUp);
  await asked.promise;
  ended.abort();
  expect(await answer).toEqual({ ok: false, reason: "blocked" });
  expect(timeout).toHaveBeenCalledExactlyOnceWith(20_000);
  expect(setUp.calls.map(({ init }) => init.signal)).toEqual([ended.signal, ended.signal]);
  expect((await readPace(setUp.storage, setUp.clock.time)).stop).toBeNull();
});

test("other block pages, outages and failed connections are reported without their text", async () => {
  const secret = `${OLD_BLOCK} <script>alert(1)</script>`;
  expect(await askOnce(testCompanion(() => page(secret)))).toEqual({
    ok: false,
    reason: "blocked",
    until: NOW + 600_000,
  });
  for (const failing of [() => page("down", 503), () => page("down", 500), () => json({}, 500)])
    expect(await askOnce(testCompanion(failing))).toEqual({ ok: false, reason: "blocked" });
  const offline = testCompanion(() => Promise.reject(new TypeError("failed to fetch")));
  expect(await askOnce(offline)).toEqual({ ok: false, reason: "blocked" });
});

test.each([
  ["a page that says so", page("Too Many Requests", 403, { "retry-after": "7" }), 7],
  ["a 403 with a time", json({}, 403, { "retry-after": "7" }), 7],
  ["a time of 0", json({}, 429, { "retry-after": "0", "x-ratelimit-reset": "9.5" }), 9.5],
])("%s is a rate limit", async (_, answer, seconds) => {
  expect(await askOnce(testCompanion(() => answer))).toEqual({
    ok: false,
    reason: "rate_limited",
    until: NOW + seconds * 1_000,
  });
});

test("a block page that breaks off stops calls too, and JSON that breaks off is no answer", async () => {
  const broken = (type: string, status: number) => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error("reset")) });
    return new Response(body, { status, headers: { "content-type": type } });
  };
  expect(await askOnce(testCompanion(() => broken("text/html", 403)))).toEqual({
    ok: false,
    reason: "blocked",
    until: NOW + 600_000,
  });
  const cut = new Response('{"error":', {
    status: 404,
    headers: { "content-type": "application/json" },
  });
  expect(await askOnce(testCompanion(() => cut))).toEqual({ ok: false, reason: "blocked" });
});

test("a character that arrives in two pieces is whole", async () => {
  const bytes = new TextEncoder().encode(
    JSON.stringify({ data: { children: [{ kind: "t3", data: { title: "💎" } }] } }),
  );
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const headers = { "content-type": "application/vnd.reddit+json" };
  const setUp = testCompanion(() => new Response(body, { headers }));
  expect(await askOnce(setUp)).toMatchObject({ body: { children: [{ title: "💎" }] } });
});

test("a batch of long text posts is read, as the Worker reads it", async () => {
  const post = { kind: "t3", data: { title: "A chapter", selftext: "x".repeat(15_000_000) } };
  expect(await askOnce(testCompanion(() => listing([post])))).toMatchObject({
    body: { children: [{ title: "A chapter" }] },
  });
});

test("a body without an end is cut off", async () => {
  let sent = 0;
  let isCancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 1;
      controller.enqueue(new Uint8Array(1_000_000).fill(32));
    },
    cancel: () => void (isCancelled = true),
  });
  const setUp = testCompanion(
    () => new Response(endless, { headers: { "content-type": "application/json" } }),
  );
  expect(await askOnce(setUp)).toEqual({ ok: false, reason: "blocked" });
  expect(isCancelled).toBe(true);
  expect(sent).toBeLessThan(20);
});

test("the sign-in is read from each answer, and Reddit's token is not kept", async () => {
  const setUp = testCompanion(() => listing([], null, "secret-token"));
  await askOnce(setUp);
  expect((await readPace(setUp.storage, NOW)).isSignedIn).toBe(true);
  expect(JSON.stringify(await setUp.storage.get("pace"))).not.toContain("secret");
  expect(JSON.stringify(await askOnce(setUp))).not.toContain("secret");
  const signedOut = testCompanion(() => listing([], null, ""));
  await askOnce(signedOut);
  expect((await readPace(signedOut.storage, NOW)).isSignedIn).toBe(false);
});
