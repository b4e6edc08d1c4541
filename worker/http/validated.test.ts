import { expect, test } from "vitest";
import { signUp } from "#worker/testing/accounts.ts";
import { testApp } from "#worker/testing/test-app.ts";

const app = testApp();
const JSON_TYPE = { "Content-Type": "application/json" };

/** A body without Content-Length, sent in two chunks. */
const inChunks = (text: string) =>
  new ReadableStream({
    start(controller) {
      const bytes = new TextEncoder().encode(text);
      controller.enqueue(bytes.subarray(0, 5));
      controller.enqueue(bytes.subarray(5));
      controller.close();
    },
  });

const search = (body: BodyInit, headers: HeadersInit = JSON_TYPE) =>
  app.request("/api/reddit/search", { method: "POST", headers, body });

const errorOf = async (answer: Response) => {
  const { error, fields } = await answer.json<{ error: string; fields?: object }>();
  return [answer.status, error, fields];
};

const TOO_LARGE = `{"username":"${"x".repeat(65_536)}"}`;
const NOT_JSON = [400, "http.invalid_json", undefined];
const NO_OBJECT = [400, "http.validation", { body: "Send a JSON object" }];

const CASES: [name: string, text: string, type: string, expected: unknown[]][] = [
  [
    "a body over 65,536 bytes",
    TOO_LARGE,
    "application/json",
    [413, "http.body_too_large", undefined],
  ],
  [
    "a body over 65,536 bytes of another type",
    TOO_LARGE,
    "text/plain",
    [413, "http.body_too_large", undefined],
  ],
  [
    "JSON of another type",
    "{}",
    "application/problem+json",
    [415, "http.unsupported_media_type", undefined],
  ],
  ["text that is not JSON", '{"username":', "application/json", NOT_JSON],
  ["an empty body", "", "application/json", NOT_JSON],
  ["an empty body of another type", "", "text/plain", NOT_JSON],
  ["an array", "[]", "application/json", NO_OBJECT],
  ["a string", '"gem"', "application/json; charset=utf-8", NO_OBJECT],
  ["null", "null", "application/json", NO_OBJECT],
  [
    "a number that JSON.parse reads as Infinity",
    '{"username":"gemhunter","limit":1e400}',
    "application/json",
    [400, "http.validation", { limit: "Limit must be a whole number from 1 to 100" }],
  ],
  [
    "a field of the wrong type",
    '{"username":5}',
    "application/json",
    [400, "http.validation", { username: "Username is required" }],
  ],
];

test("a compressed body is refused as such, not as broken JSON", async () => {
  const text = '{"username":"gemhunter"}';
  const zipped = new Response(text).body?.pipeThrough(new CompressionStream("gzip"));
  const bytes = await new Response(zipped).arrayBuffer();
  const sent = async (body: BodyInit, headers: Record<string, string>) =>
    (await errorOf(await search(body, { ...JSON_TYPE, ...headers })))[1];
  const refused = "http.unsupported_media_type";
  const gzip = { "Content-Encoding": "gzip" };
  const length = { "Content-Length": String(bytes.byteLength) };
  expect(await sent(bytes, gzip)).toBe(refused);
  expect(await sent(bytes, { ...gzip, ...length })).toBe(refused);
  expect(await sent(text, gzip)).toBe(refused);
  expect(await sent(text, { "Content-Encoding": "Identity" })).not.toBe(refused);
});

test.each(CASES)(
  "%s is refused alike with and without Content-Length",
  async (_name, text, type, expected) => {
    const headers = { "Content-Type": type };
    const length = String(new TextEncoder().encode(text).length);
    expect(await errorOf(await search(text, { ...headers, "Content-Length": length }))).toEqual(
      expected,
    );
    expect(await errorOf(await search(inChunks(text), headers))).toEqual(expected);
  },
);

test("a body in chunks is read like any other", async () => {
  const answer = await search(inChunks('{"username":"a/b"}'));
  expect(answer.status).toBe(200);
});

test.each([{ hasLength: true }, { hasLength: false }])(
  "a body of 65,536 bytes is read (Content-Length: $hasLength)",
  async ({ hasLength }) => {
    const text = '{"username":"a/b"}'.padEnd(65_536);
    const answer = hasLength
      ? await search(text, { ...JSON_TYPE, "Content-Length": "65536" })
      : await search(inChunks(text));
    expect(answer.status).toBe(200);
  },
);

test("a body that begins with a byte order mark is read, with and without Content-Length", async () => {
  const text = '\uFEFF{"username":"a/b"}';
  const length = String(new TextEncoder().encode(text).length);
  const sent = await search(text, { ...JSON_TYPE, "Content-Length": length });
  expect([sent.status, (await search(inChunks(text))).status]).toEqual([200, 200]);
});

/** Chunks of 16 KB, made as they are asked for. */
function countedBody(chunks: number) {
  const seen = { chunks: 0, isEnded: false, isCancelled: false };
  const body = new ReadableStream({
    pull(controller) {
      seen.isEnded = seen.chunks === chunks;
      if (seen.isEnded) return controller.close();
      seen.chunks += 1;
      controller.enqueue(new Uint8Array(16_384));
    },
    cancel() {
      seen.isCancelled = true;
    },
  });
  return { body, seen };
}

test("a refused body without Content-Length is read to its end", async () => {
  const { body, seen } = countedBody(30);
  expect(await errorOf(await search(body))).toEqual([413, "http.body_too_large", undefined]);
  expect(seen).toEqual({ chunks: 30, isEnded: true, isCancelled: false });
});

test("a body without an end is cancelled after 4 MiB", async () => {
  const { body, seen } = countedBody(Infinity);
  expect(await errorOf(await search(body))).toEqual([413, "http.body_too_large", undefined]);
  expect(seen).toMatchObject({ isEnded: false, isCancelled: true });
  expect(seen.chunks).toBeGreaterThanOrEqual(257);
  // The stream makes one chunk more than is read.
  expect(seen.chunks).toBeLessThanOrEqual(258);
});

test("a route that takes no body reads none", async () => {
  const { cookie } = await signUp(app, "body_sender");
  const { body, seen } = countedBody(Infinity);
  const headers = { ...JSON_TYPE, cookie };
  const answer = await app.request("/api/auth/logout", { method: "POST", headers, body });
  expect(answer.status).toBe(200);
  // The stream makes one chunk before it is read.
  expect(seen.chunks).toBeLessThanOrEqual(1);
});

test("the content type counts in any case and with parameters", async () => {
  const type = { "Content-Type": "Application/JSON ; charset=UTF-8" };
  expect((await search('{"username":"a/b"}', type)).status).toBe(200);
});

test("optional fields do not make an array a valid body", async () => {
  const { cookie } = await signUp(app, "array_sender");
  const answer = await app.send("PUT", "/api/user/preferences", [], { cookie });
  expect(await errorOf(answer)).toEqual(NO_OBJECT);
});

test("a signed-out caller gets 401 before body and query are validated", async () => {
  const headers = { "Content-Type": "text/plain" };
  const answers = await Promise.all([
    app.request("/api/user/preferences", { method: "PUT", headers, body: TOO_LARGE }),
    app.request("/api/user", { method: "DELETE", headers, body: "[" }),
    app.request("/api/leaderboard/saved/posts?limit=0"),
    app.request("/api/leaderboard/users/x/vote", { method: "POST" }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
});

test("a query parameter that is given twice counts by its first value", async () => {
  const first = await app.request("/api/leaderboard/users?limit=5&limit=0");
  expect(first.status).toBe(200);
  const second = await app.request("/api/leaderboard/users?limit=0&limit=5");
  expect(await errorOf(second)).toEqual([
    400,
    "http.validation",
    { limit: "Limit must be a whole number from 1 to 100" },
  ]);
});

test.each(["0", "101", "-1", "1e1", "5.5", " 5", "0005"])(
  "the limit %j is refused and not corrected",
  async (limit) => {
    const answer = await app.request(`/api/leaderboard/posts?limit=${encodeURIComponent(limit)}`);
    expect(answer.status).toBe(400);
  },
);
