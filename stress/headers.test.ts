import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "#tools/files.ts";
import {
  API_HEADERS,
  CONTENT_SECURITY_POLICY,
  PAGE_HEADERS,
} from "#worker/http/security-headers.ts";

/** The block of web/public/_headers for all files. */
function headersOfFiles(): Record<string, string> {
  const text = readFileSync(join(root, "web/public/_headers"), "utf8");
  const [, block = ""] = /^\/\*\n((?: +.+\n)+)/m.exec(text) ?? [];
  const pairs = block
    .trimEnd()
    .split("\n")
    .map((line) => /^ +([\w-]+): (.+)$/.exec(line)?.slice(1) ?? []);
  return Object.fromEntries(pairs) as Record<string, string>;
}

test("static files have the same security headers as the Worker's pages", () => {
  expect(headersOfFiles()).toEqual(PAGE_HEADERS);
});

test("the policy allows scripts from our own origin only, none inline or evaluated, and the frames of named hosts", () => {
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
  expect(directives.get("frame-src")).toBe(
    "https://www.youtube-nocookie.com https://www.redgifs.com https://streamable.com",
  );
});

test("API responses forbid sniffing, and everything when opened as a page", () => {
  expect(API_HEADERS).toMatchObject({
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Strict-Transport-Security": PAGE_HEADERS["Strict-Transport-Security"],
  });
});

test("the other headers are as docs/security.md says", () => {
  const [, seconds] = /^max-age=(\d+); includeSubDomains$/.exec(
    PAGE_HEADERS["Strict-Transport-Security"] ?? "",
  ) ?? ["", "0"];
  expect(Number(seconds)).toBeGreaterThanOrEqual(31_536_000);
  expect(PAGE_HEADERS).toMatchObject({
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    // Media of a private address neither load nor make the browser ask.
    "Permissions-Policy": expect.stringMatching(/\blocal-network-access=\(\)/),
  });
});

test("web/index.html has no inline script and no inline handler", () => {
  const shell = readFileSync(join(root, "web/index.html"), "utf8");
  const inline = [...shell.matchAll(/<script(?![^>]*\bsrc=)[^>]*>|<[^>]+\son\w+=|javascript:/gi)];
  expect(inline.map(([text]) => text)).toEqual([]);
});
