import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "#scripts/files.ts";
import {
  API_HEADERS,
  CONTENT_SECURITY_POLICY,
  PAGE_HEADERS,
} from "#worker/http/security-headers.ts";

/** The block of web/public/_headers that holds for every file. */
function headersOfFiles(): Record<string, string> {
  const text = readFileSync(join(root, "web/public/_headers"), "utf8");
  const [, block = ""] = /^\/\*\n((?: +.+\n)+)/m.exec(text) ?? [];
  const pairs = block
    .trimEnd()
    .split("\n")
    .map((line) => /^ +([\w-]+): (.+)$/.exec(line)?.slice(1) ?? []);
  return Object.fromEntries(pairs) as Record<string, string>;
}

test("plain files carry the very headers that the Worker's pages carry", () => {
  expect(headersOfFiles()).toEqual(PAGE_HEADERS);
});

test("scripts come from our own origin alone: nothing inline, nothing evaluated, nothing from elsewhere", () => {
  const directives = new Map(
    CONTENT_SECURITY_POLICY.split("; ").map((one): [string, string] => {
      const [name = "", ...sources] = one.split(" ");
      return [name, sources.join(" ")];
    }),
  );
  expect(directives.get("script-src")).toBe("'self'");
  expect(directives.get("default-src")).toBe("'self'");
  expect(directives.get("object-src")).toBe("'none'");
  expect(directives.get("base-uri")).toBe("'none'");
  expect(directives.get("frame-ancestors")).toBe("'none'");
  expect(directives.get("worker-src")).toBe("'none'");
  expect(directives.get("require-trusted-types-for")).toBe("'script'");
  expect(directives.get("trusted-types")).toBe("'none'");
});

test("data is kept to its type and may do nothing where it is opened as a page", () => {
  expect(API_HEADERS).toMatchObject({
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Strict-Transport-Security": PAGE_HEADERS["Strict-Transport-Security"],
  });
});

test("the other headers say what docs/security.md says of them", () => {
  const [, seconds] = /^max-age=(\d+); includeSubDomains$/.exec(
    PAGE_HEADERS["Strict-Transport-Security"] ?? "",
  ) ?? ["", "0"];
  expect(Number(seconds)).toBeGreaterThanOrEqual(31_536_000);
  expect(PAGE_HEADERS).toMatchObject({
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
  });
});

test("the shell has no inline script, style or handler that the policy would have to allow", () => {
  const shell = readFileSync(join(root, "web/index.html"), "utf8");
  const inline = [...shell.matchAll(/<script(?![^>]*\bsrc=)[^>]*>|<[^>]+\son\w+=|javascript:/gi)];
  expect(inline.map(([text]) => text)).toEqual([]);
});
