import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { ERRORS, type ErrorBody } from "#schema/api/errors.ts";
import type { Env } from "./env.ts";
import { API_HEADERS } from "./http/security-headers.ts";
import { createWorker } from "./worker.ts";

async function askedOf(change: Partial<Env>) {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const request = new Request("https://unearth.test/api/health");
  const answer = await createWorker().fetch(
    request,
    { ...env, ...change },
    createExecutionContext(),
  );
  const lines = said.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, string>);
  said.mockRestore();
  return { answer, body: await answer.json<ErrorBody>(), lines };
}

const WRONG = { REDGIFS_API_URL: "http://inside.example:8080/v2" };

test("a wrong configuration is told to the operator in the log, and visitors get the usual error", async () => {
  const { answer, body, lines } = await askedOf({ ...WRONG, ENVIRONMENT: "production" });
  expect(answer.status).toBe(500);
  expect(body).toEqual({
    success: false,
    error: "internal.error",
    message: ERRORS["internal.error"][1],
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(lines).toMatchObject([
    {
      event: "configuration",
      requestId: body.requestId,
      message: expect.stringContaining("REDGIFS_API_URL"),
    },
  ]);
  for (const [name, value] of Object.entries(API_HEADERS))
    expect(answer.headers.get(name), name).toBe(value);
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
});

test("on the developer's own machine the answer says which variable it is", async () => {
  const { body } = await askedOf({ POST_SOURCE: "redit", ENVIRONMENT: "development" });
  expect(body.message).toContain("POST_SOURCE");
});
