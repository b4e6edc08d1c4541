// @vitest-environment happy-dom
import { act } from "@testing-library/react";
import { expect, test } from "vitest";
import { queryKeys } from "#schema/queries.ts";
import { reportAuthLost } from "#web/api/auth-lost.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { signedIn } from "#web/testing/sessions.ts";
import { SessionGuard } from "./session-guard.tsx";

function setUp() {
  const client = createQueryClient();
  client.setQueryData(queryKeys.session(), signedIn);
  renderInApp(<SessionGuard />, { client, path: "/user/gemhunter" });
  return { known: () => client.getQueryData(queryKeys.session()) };
}

test("a toast's login does not end a session that another tab has begun meanwhile", () => {
  const { known } = setUp();
  act(() => reportAuthLost("none"));
  expect(known()).toMatchObject({ isAuthenticated: true });
});
