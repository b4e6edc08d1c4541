import { expect, test } from "vitest";
import { answerMessage, isUnearth } from "./answer.ts";
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
import { memoryStorage } from "./testing/memory-storage.ts";

const post = (fields = {}) => ({ kind: "t3", data: { id: "p1", name: "t3_p1", ...fields } });

test("hello is answered with the version, without a call to Reddit", async () => {
  const { companion, calls } = testCompanion();
  expect(await answerMessage(companion, PAGE, message({ type: "hello" }))).toEqual({
    ok: true,
    body: { version: "1.2.3" },
  });
  expect(calls).toEqual([]);
});

test("a listing is fetched with the browser's session and no referrer, and its redirects are not followed", async () => {
  const { companion, calls } = testCompanion(() => listing([post()], "t3_p1"));
  const ask = { ...LISTING, sort: "top", after: "t3_p0" };
  expect(await answerMessage(companion, PAGE, message(ask))).toEqual({
    ok: true,
    body: { state: "ok", children: [{ id: "p1", name: "t3_p1" }], after: "t3_p1", withheld: 0 },
  });
  expect(calls.map(({ url }) => url.href)).toEqual([
    "https://www.reddit.com/user/Ann/submitted.json?sort=top&limit=100&raw_json=1&t=all&after=t3_p0",
  ]);
  expect(calls[0]?.init).toMatchObject({
    credentials: "include",
    redirect: "manual",
    cache: "no-store",
    referrerPolicy: "no-referrer",
    headers: { accept: "application/json" },
    signal: expect.any(AbortSignal),
  });
});

test("the first batch of another order names no time and no place", async () => {
  const { companion, calls } = testCompanion();
  await answerMessage(companion, PAGE, message({ ...LISTING, sort: "hot" }));
  expect(calls.map(({ url }) => url.search)).toEqual(["?sort=hot&limit=100&raw_json=1"]);
});

test("a profile and a single post are fetched from their own addresses", async () => {
  const { companion, calls } = testCompanion((url) =>
    url.pathname.includes("about")
      ? json({ kind: "t2", data: { name: "Ann", id: "a1", inbox_count: 3 } })
      : listing([post()]),
  );
  expect(await answerMessage(companion, PAGE, message({ type: "about", username: "Ann" }))).toEqual(
    { ok: true, body: { state: "ok", user: { name: "Ann", id: "a1" } } },
  );
  expect(await answerMessage(companion, PAGE, message({ type: "post", id: "p1" }))).toMatchObject({
    body: { state: "ok", post: { id: "p1" } },
  });
  expect(await answerMessage(companion, PAGE, message({ type: "post", id: "p2" }))).toEqual({
    ok: true,
    body: { state: "missing" },
  });
  expect(calls.map(({ url }) => url.pathname)).toEqual([
    "/user/Ann/about.json",
    "/by_id/t3_p1.json",
    "/by_id/t3_p2.json",
  ]);
});

test("404 and 403 in JSON are answers about the user, not failures", async () => {
  for (const [status, state] of [
    [404, "missing"],
    [403, "forbidden"],
  ] as const) {
    const { companion } = testCompanion(() => json({ error: status }, status));
    expect(await answerMessage(companion, PAGE, message(LISTING))).toEqual({
      ok: true,
      body: { state },
    });
  }
});

test("an extension that is switched off makes no call to Reddit", async () => {
  const { companion, calls } = testCompanion(undefined, { on: false });
  expect(await answerMessage(companion, PAGE, message(LISTING))).toEqual({
    ok: false,
    reason: "off",
  });
  expect(calls).toEqual([]);
});

test.each(["hello", "listing"])(
  "a failing storage is an answer to a %s, not silence",
  async (type) => {
    const { get, set } = memoryStorage({ on: true });
    const fail = () => Promise.reject(new Error("The storage is corrupt"));
    const ask = type === "hello" ? { type } : LISTING;
    const unreadable = testCompanion(undefined, { storage: { get: fail, set } });
    const gone = { ok: false, reason: "gone" };
    expect(await answerMessage(unreadable.companion, PAGE, message(ask))).toEqual(gone);
    expect(unreadable.calls).toEqual([]);
    const unwritable = testCompanion(undefined, { storage: { get, set: fail } });
    const answer = await answerMessage(unwritable.companion, PAGE, message(ask));
    expect(answer).toMatchObject(type === "hello" ? { ok: true } : gone);
  },
);

test.each([
  ["another site", { origin: "https://evil.example" }],
  ["a site that begins like ours", { origin: "https://unearth.example.evil.example" }],
  ["our name on another port", { origin: "https://unearth.example:8443" }],
  ["our name without TLS", { origin: "http://unearth.example" }],
  ["a sandboxed page", { origin: "null" }],
  ["Reddit itself", { origin: "https://www.reddit.com" }],
  ["a frame", { frameId: 1 }],
  ["another extension", { id: "other" }],
  ["a sender without an origin or address", { origin: undefined, url: undefined }],
])("%s gets no answer at all", async (_, change) => {
  const { companion, calls } = testCompanion();
  expect(await answerMessage(companion, { ...PAGE, ...change }, message(LISTING))).toBeNull();
  expect(calls).toEqual([]);
});

test("a sender without an origin is judged by its address", async () => {
  const { companion } = testCompanion();
  const hello = message({ type: "hello" });
  const sender = { ...PAGE, origin: undefined };
  expect(await answerMessage(companion, sender, hello)).toMatchObject({ ok: true });
  const other = { ...sender, url: "https://evil.example/https://unearth.example" };
  expect(await answerMessage(companion, other, hello)).toBeNull();
});

test("in a development build a local page may have any port; in others local pages are refused", () => {
  expect(isUnearth("http://localhost:8787", ["http://localhost"])).toBe(true);
  expect(isUnearth("http://localhost:8787", ["https://unearth.example"])).toBe(false);
  expect(isUnearth("http://localhost.evil.example:80", ["http://localhost"])).toBe(false);
  expect(isUnearth("http://localhost:8787", ["http://localhost:8787"])).toBe(true);
  expect(isUnearth("http://localhost:8788", ["http://localhost:8787"])).toBe(false);
});

test.each([
  ["no message", null],
  ["text", "hello"],
  ["another version", { ...message(LISTING), unearth: 2 }],
  ["an unknown ask", message({ type: "saved" })],
  ["an address", message({ type: "listing", url: "https://www.reddit.com/api/me.json" })],
  ["a name that is a path", message({ ...LISTING, username: "../api/me" })],
  ["a name with a query", message({ ...LISTING, username: "Ann?x=1" })],
  ["a name with a line break", message({ ...LISTING, username: "Ann\n" })],
  ["an unknown sort", message({ ...LISTING, sort: "saved" })],
  ["a cursor that is a path", message({ ...LISTING, after: "t3_a&show=all" })],
  ["one field more", message({ ...LISTING, limit: 1000 })],
  ["one field more beside the ask", { ...message(LISTING), url: "https://x.example" }],
  ["an id with a prefix", message({ type: "post", id: "t3_p1" })],
  ["a list of ids", message({ type: "post", id: "p1,p2" })],
  ["a long id", { ...message(LISTING), id: "x".repeat(65) }],
])(
  "%s is outside the schema: our page is told at once, and Reddit is not called",
  async (_, forged) => {
    const { companion, calls } = testCompanion();
    const gone = { ok: false, reason: "gone" };
    expect(await answerMessage(companion, PAGE, forged)).toEqual(gone);
    const foreign = { ...PAGE, origin: "https://evil.example" };
    expect(await answerMessage(companion, foreign, forged)).toBeNull();
    expect(calls).toEqual([]);
  },
);

test("an answer of another shape is neither a listing nor the lack of a post", async () => {
  for (const body of [[], "text", null, 7, { data: {} }, { data: { children: {} } }])
    for (const ask of [LISTING, { type: "post", id: "p1" }]) {
      const { companion } = testCompanion(() => json(body));
      expect(await answerMessage(companion, PAGE, message(ask))).toEqual({
        ok: false,
        reason: "blocked",
      });
    }
});

test("a listing under a status that Reddit does not send with one is refused", async () => {
  const { companion } = testCompanion(() => json({ data: { children: [] } }, 202));
  expect(await answerMessage(companion, PAGE, message(LISTING))).toEqual({
    ok: false,
    reason: "blocked",
  });
});

test("the page learns why and until when Reddit refuses", async () => {
  const { companion } = testCompanion(() => json({}, 429, { "retry-after": "30" }));
  expect(await answerMessage(companion, PAGE, message(LISTING))).toEqual({
    ok: false,
    reason: "rate_limited",
    until: NOW + 30_000,
  });
});

test("an answer of another kind is not a profile", async () => {
  for (const body of [{ kind: "t5", data: { name: "Ann" } }, { kind: "t2", data: ["Ann"] }, null]) {
    const { companion } = testCompanion(() => json(body));
    const about = message({ type: "about", username: "Ann" });
    expect(await answerMessage(companion, PAGE, about)).toEqual({ ok: false, reason: "blocked" });
  }
});

test("JSON under the content type of a page is refused", async () => {
  const { companion } = testCompanion(() => page('{"data":{"children":[]}}', 200));
  expect(await answerMessage(companion, PAGE, message(LISTING))).toMatchObject({
    ok: false,
    reason: "blocked",
  });
});
