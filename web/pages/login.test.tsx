// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { createQueryClient } from "#web/api/query-client.ts";
import { queryKeys } from "#schema/queries.ts";
import { expireSession, refreshSession, startSession } from "#web/features/auth/session-cache.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { MEMBER, signedIn, signedOut } from "#web/testing/sessions.ts";
import { LoginPage } from "./login.tsx";

const ENDED = /^Your session has ended\. Log in to go on where you were\./;
const COOKIES = /allow cookies for this site/;

const logIn = (client: ReturnType<typeof createQueryClient>) =>
  startSession(client, { success: true, user: MEMBER });

test("a session that is refused in the page where it began may lack cookies, and the login page says so", () => {
  const client = createQueryClient();
  logIn(client);
  expireSession(client);
  renderInApp(<LoginPage />, { client });
  expect(screen.getByText(ENDED).textContent).toMatch(COOKIES);
});

test("a session that another tab has ended does not lack cookies", async () => {
  const client = createQueryClient();
  const calls = holdApiCalls();
  logIn(client);
  const refreshed = refreshSession(client);
  (await callTo(calls, "/api/auth/status")).answer(signedOut);
  await act(() => refreshed);
  renderInApp(<LoginPage />, { client });
  expect(screen.getByText(ENDED).textContent).not.toMatch(COOKIES);
});

test("a session that a later page finds refused had its cookie, and lacks none", () => {
  const client = createQueryClient();
  client.setQueryData(queryKeys.session(), signedIn);
  expireSession(client);
  renderInApp(<LoginPage />, { client });
  expect(screen.getByText(ENDED).textContent).not.toMatch(COOKIES);
});
