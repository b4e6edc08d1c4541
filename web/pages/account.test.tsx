// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { Route, Routes, useLocation } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { queryKeys } from "#schema/queries.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { endSession } from "#web/features/auth/session-cache.ts";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { signedIn } from "#web/testing/sessions.ts";
import { AccountPage } from "./account.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  dismissToast();
});

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{pathname + search}</output>;
}

function renderAccount() {
  const calls = holdApiCalls();
  const client = createQueryClient();
  client.setQueryData(queryKeys.session(), signedIn);
  renderInApp(
    <Routes>
      <Route path="/account" element={<AccountPage />} />
      <Route path="*" element={<Address />} />
    </Routes>,
    { client, path: "/account?tab=posts" },
  );
  return { calls, client };
}

const logout = () => fireEvent.click(screen.getByRole("button", { name: "Logout" }));
const address = async () => (await screen.findByLabelText("address")).textContent;

test("a logout leads home", async () => {
  const { calls } = renderAccount();
  logout();
  (await callTo(calls, "/api/auth/logout")).answer({ success: true, message: "Logged out" });
  expect(await address()).toBe("/");
});

test("a session that ends after a failed logout leads to the login, with the way back", async () => {
  const { calls, client } = renderAccount();
  logout();
  (await callTo(calls, "/api/auth/logout")).answer({}, 500);
  await waitFor(() => expect(toastStore.read()?.title).toBe("Logout Failed"));
  endSession(client);
  expect(await address()).toBe("/login?returnUrl=%2Faccount%3Ftab%3Dposts");
});
