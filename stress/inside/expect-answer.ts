import { expect } from "vitest";
import { ERRORS, type ErrorBody, type ErrorCode } from "#schema/api/errors.ts";

const ERROR_KEYS = new Set(["success", "error", "message", "fields", "requestId"]);
const MAX_RESPONSE_LENGTH = 2_000_000;

/** Expects the API's error body with the status of its code. */
export function expectErrorBody(answer: Response, text: string): ErrorCode {
  expect(answer.headers.get("Content-Type")).toMatch(/^application\/json/);
  const body = JSON.parse(text) as ErrorBody;
  expect(body.success).toBe(false);
  expect(Object.keys(body).filter((key) => !ERROR_KEYS.has(key))).toEqual([]);
  expect(Object.hasOwn(ERRORS, body.error), body.error).toBe(true);
  expect(ERRORS[body.error][0]).toBe(answer.status);
  expect(body.message).toMatch(/\S/);
  expect(body.requestId).toBe(answer.headers.get("X-Request-Id"));
  for (const sentence of Object.values(body.fields ?? {})) expect(typeof sentence).toBe("string");
  expect(answer.headers.get("Cache-Control")).toMatch(/no-store/);
  if (answer.status === 405) expect(answer.headers.get("Allow")).toMatch(/[A-Z]/);
  if (answer.status === 429) expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
  return body.error;
}

/** Checks the rules for every response. */
export async function expectSound(answer: Response, path: string): Promise<string> {
  const text = await answer.text();
  expect(answer.status, `${path}: ${text.slice(0, 200)}`).toBeLessThan(500);
  expect(text.length).toBeLessThan(MAX_RESPONSE_LENGTH);
  expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(answer.headers.get("Content-Security-Policy")).toMatch(/frame-ancestors 'none'/);
  expect(answer.headers.get("Cache-Control")).not.toBeNull();
  // JSON is always UTF-8; other text has to name its charset.
  if (text !== "")
    expect(answer.headers.get("Content-Type"), path).toMatch(
      /^(?:application\/json|(?:application\/(?:atom\+xml|feed\+json)|text\/(?:html|plain)); charset=utf-8)$/,
    );
  const isApi = /^\/api(\/|$)/.test(new URL(path, "https://unearth.test").pathname);
  if (isApi && answer.status >= 400 && text !== "") expectErrorBody(answer, text);
  return text;
}
