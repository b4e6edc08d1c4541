import * as fc from "fast-check";
import { SORTS } from "#schema/choices.ts";
import { requestFields } from "./request-fields.ts";

/** Strings that are known to break servers. */
const NASTY = [
  "",
  " ",
  "0",
  "-1",
  "1e309",
  "NaN",
  "null",
  "undefined",
  "true",
  "[object Object]",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "../../../../etc/passwd",
  "..%2f..%2f",
  "%2e%2e/",
  "..;/",
  "%00",
  "\u0000",
  "a\nb",
  "a\r\nSet-Cookie: x=y",
  "\u202Egnp.exe",
  "\uFEFF",
  "\uD800",
  "\uDFFFx",
  "💎".repeat(60),
  "e\u0301".repeat(30),
  "ﷺ".repeat(50),
  "İıſK",
  "' OR '1'='1",
  '"; DROP TABLE app_user; --',
  "%' --",
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "</script><!--",
  "{{7*7}}${7*7}",
  "javascript:alert(1)",
  "data:text/html,x",
  "//evil.example/x",
  "http://127.0.0.1:1/",
  "t2_abc",
  "t3_abc",
  "T3_ABC",
  "t3_",
  "u/gemhunter",
  "gemhunter",
  "GEMHUNTER",
  "a".repeat(20),
  "a".repeat(21),
  "a".repeat(51),
  "a".repeat(2001),
  "a".repeat(30_000),
  "a@b.cc",
  `${"a".repeat(64)}@${"b.".repeat(90)}cc`,
  "new",
  "top",
  "grid",
  "open",
  "bug",
  "user",
  "post",
];

export const nasty = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 2, arbitrary: fc.string({ maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
  { weight: 1, arbitrary: fc.stringMatching(/^[A-Za-z0-9_-]{1,22}$/) },
);

const deep = fc.integer({ min: 50, max: 5000 }).map((levels) => {
  let text = "1";
  for (let level = 0; level < levels; level += 1) text = level % 2 ? `{"a":${text}}` : `[${text}]`;
  return text;
});

const oddValue = fc.oneof(
  { weight: 6, arbitrary: nasty },
  { weight: 2, arbitrary: fc.integer({ min: -2, max: 102 }) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.jsonValue() },
);

/** Every field of our requests, and some invalid ones. */
const FIELDS = [...requestFields(), "id", "isDefault", "isVerified", "__proto__", "constructor"];

const items = fc.array(
  fc.record({ type: fc.oneof(fc.constantFrom("user", "post"), nasty), id: nasty }),
  { maxLength: 120 },
);

/** Mostly valid, to pass the first checks. */
const likely: Record<string, fc.Arbitrary<unknown>> = {
  username: fc.constantFrom("gemhunter", "northlight", "nobody_at_all", "u/x", "a b"),
  password: fc.constantFrom("correct horse 9", "long enough", "short"),
  title: fc.constantFrom("A title", "x"),
  description: fc.constantFrom("A description of it", "short"),
  sortBy: fc.constantFrom(...SORTS),
  limit: fc.integer({ min: 0, max: 101 }),
  type: fc.constantFrom("bug", "general", "user", "post"),
  status: fc.constantFrom("open", "closed", "in_progress"),
  name: fc.constantFrom("pics", "r/Pics", "a_b"),
  kind: fc.constantFrom("user", "post", "subreddit"),
  key: fc.constantFrom("gemhunter", "t3_abc", "pics", "https://www.reddit.com/comments/abc/"),
  reason: fc.constantFrom("person", "other"),
  link: fc.constantFrom("u/gemhunter", "https://www.reddit.com/comments/abc/"),
  why: fc.constantFrom("A reason for it", "short"),
  users: fc.constantFrom([], ["gemhunter"], ["gemhunter", "northlight"]),
  items,
};

const field = fc.constantFrom(...FIELDS).chain((name) => {
  const right = Object.hasOwn(likely, name) ? likely[name] : undefined;
  const value = right ? fc.oneof({ weight: 3, arbitrary: right }, oddValue) : oddValue;
  return fc.tuple(fc.constant(name), value);
});

/** As text: in an object literal "__proto__" would set the prototype instead of a key. */
const objectText = fc
  .array(field, { maxLength: 8 })
  .map(
    (pairs) =>
      `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}`,
  );

export const body = fc.oneof(
  { weight: 10, arbitrary: objectText },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: fc.constantFrom("", "{", "[]", "null", "\u0000", "{}{}", '{"a":1,}') },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 200 }) },
  { weight: 1, arbitrary: fc.integer({ min: 65_000, max: 140_000 }).map((n) => "x".repeat(n)) },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 65_000, max: 66_500 })
      .map((n) => `{"username":"${"x".repeat(n)}"}`),
  },
);

export const bytes = fc.uint8Array({ maxLength: 300 });

const QUERY = ["limit", "after", "status", "type", "sort", "media", "post", "returnUrl", "cron"];

export const query = fc.array(
  fc.tuple(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...QUERY) }, nasty), nasty),
  { maxLength: 4 },
);

/** Latin-1 without line ends, because the platform refuses other header values. */
const headerValue = nasty.map((text) =>
  [...text]
    .filter((character) => character >= " " && character <= "ÿ" && character !== "\u007f")
    .join("")
    .trim()
    .slice(0, 4000),
);

const named = {
  "content-type": fc.constantFrom(
    "application/json",
    "application/json; charset=utf-8",
    "APPLICATION/JSON",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json, text/plain",
  ),
  origin: fc.constantFrom(
    "https://unearth.test",
    "null",
    "https://evil.example",
    "http://localhost",
  ),
  "sec-fetch-site": fc.constantFrom("same-origin", "none", "cross-site", "same-site", "x"),
  cookie: headerValue.map((text) => `__Host-sid=${text}; sid=${text}`),
  authorization: headerValue.map((text) => `Bearer ${text}`),
};
const OTHERS = [
  "x-forwarded-for",
  "x-forwarded-host",
  "x-original-url",
  "x-http-method-override",
  "cf-connecting-ip",
  "accept",
  "accept-language",
  "if-none-match",
  "range",
  "user-agent",
  "x-request-id",
  "content-length-hint",
];

const header = fc.oneof(
  ...Object.entries(named).map(([name, value]) =>
    fc.tuple(fc.constant(name), fc.oneof(value, headerValue)),
  ),
  fc.tuple(fc.constantFrom(...OTHERS), headerValue),
);

export const headers = fc.array(header, { maxLength: 5 });
