import { Route, Routes } from "react-router";
import { UserPage } from "#web/pages/user.tsx";
import { holdApiCalls } from "./api.ts";
import { renderInApp } from "./render.tsx";
import { clientOf, signedOut } from "./sessions.ts";

/** Renders the page at `path`, by default for a signed-out visitor. Returns its API calls, which the test answers. */
export function renderUser(path: string, client = clientOf(signedOut)) {
  const calls = holdApiCalls();
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
