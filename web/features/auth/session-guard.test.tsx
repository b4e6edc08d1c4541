// @vitest-environment happy-dom
import { act } from "@testing-library/react";
import { useLocation } from "react-router";
import { expect, test } from "vitest";
import type { AuthStatusResponse } from "#schema/api/auth.ts";
import { queryKeys } from "#schema/queries.ts";
import { reportAuthLost } from "#web/api/auth-lost.ts";
import { request } from "#web/api/client.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { clientOf, MEMBER, signedIn, signedOut } from "#web/testing/sessions.ts";
import { expireSession, startSession } from "./session-cache.ts";
import { SessionGuard } from "./session-guard.tsx";

const Place = () => <pre>{JSON.stringify(useLocation())}</pre>;
const place = () => JSON.parse(document.querySelector("pre")?.textContent ?? "") as object;

function setUp(path = "/user/gemhunter", session: AuthStatusResponse = signedIn) {
  const client = clientOf(session);
  renderInApp(
    <>
      <SessionGuard />
      <Place />
    </>,
    { client, path },
  );
  return { client, known: () => client.getQueryData(queryKeys.session()) };
}

test("a lost session ends here and opens the login, from which Back leads to the page", () => {
  const { known } = setUp();
  act(() => reportAuthLost("session"));
  const search = "?returnUrl=%2Fuser%2Fgemhunter";
  expect(place()).toMatchObject({ pathname: "/login", search, state: { isBehind: true } });
  expect(known()).toMatchObject({ isAuthenticated: false });
});

test.each([
  ["the admin's session is lost", "/user/gemhunter", "admin", signedIn],
  ["a session is lost that the page does not show", "/user/gemhunter", "session", signedOut],
  ["the account page opens it itself", "/account", "session", signedIn],
] as const)("the login is not opened if %s", (_, path, lost, session) => {
  setUp(path, session);
  act(() => reportAuthLost(lost));
  expect(place()).toMatchObject({ pathname: path });
});

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
