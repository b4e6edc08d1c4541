import { Route, Routes } from "react-router";
import type { AuthStatusResponse } from "#schema/api/auth.ts";
import { queryKeys } from "#schema/queries.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { UserPage } from "#web/pages/user.tsx";
import { holdApiCalls } from "./api.ts";
import { renderInApp } from "./render.tsx";
import { signedOut } from "./sessions.ts";

/** Renders the page at `path`, by default for a signed-out visitor. Returns its API calls, which the test answers. */
export function renderUser(
  path: string,
  client = createQueryClient(),
  session: AuthStatusResponse = signedOut,
) {
  const calls = holdApiCalls();
  client.setQueryData(queryKeys.session(), session);
  renderInApp(
    <main id="main" tabIndex={-1}>
      <Routes>
        <Route path="/user/:username?" element={<UserPage />} />
      </Routes>
    </main>,
    { client, path },
  );
  return calls;
}
