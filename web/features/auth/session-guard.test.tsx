// @vitest-environment happy-dom
import { act } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { queryKeys } from "#schema/queries.ts";
import { reportAuthLost } from "#web/api/auth-lost.ts";
import { request } from "#web/api/client.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { MEMBER, signedIn } from "#web/testing/sessions.ts";
import { expireSession, startSession } from "./session-cache.ts";
import { SessionGuard } from "./session-guard.tsx";

afterEach(() => vi.unstubAllGlobals());

function setUp() {
  const client = createQueryClient();
  client.setQueryData(queryKeys.session(), signedIn);
  renderInApp(<SessionGuard />, { client, path: "/user/gemhunter" });
  return { client, known: () => client.getQueryData(queryKeys.session()) };
}

test("a toast's login does not end a session that another tab has begun meanwhile", () => {
  const { known } = setUp();
  act(() => reportAuthLost("none"));
  expect(known()).toMatchObject({ isAuthenticated: true });
});

test("a 401 that arrives after the next login does not end the new session", async () => {
  const calls = holdApiCalls();
  const { client, known } = setUp();
  const late = request("/api/user/export").catch(() => null);
  const call = await callTo(calls, "/api/user/export");
  act(() => {
    expireSession(client);
    startSession(client, { success: true, user: MEMBER });
  });
  call.answer({ success: false, error: "auth.required", message: "Log in first." }, 401);
  await act(() => late);
  expect(known()).toMatchObject({ isAuthenticated: true });
});
