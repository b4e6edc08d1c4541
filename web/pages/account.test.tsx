// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Route, Routes, useLocation } from "react-router";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { KEPT_DAYS } from "#schema/kept.ts";
import { expireSession, refreshSession } from "#web/features/auth/session-cache.ts";
import { SessionGuard } from "#web/features/auth/session-guard.tsx";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { PAGE_REGION } from "#web/lib/announce.ts";
import { type ApiCall, callTo, holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { clientOf, MEMBER, signedIn } from "#web/testing/sessions.ts";
import { AccountPage } from "./account.tsx";
import { LoginPage } from "./login.tsx";

afterEach(dismissToast);

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{pathname + search}</output>;
}

function renderAccount() {
  const calls = holdApiCalls();
  const client = clientOf(signedIn);
  renderInApp(
    <>
      <SessionGuard />
      <Routes>
        <Route path="/account" element={<AccountPage />} />
        <Route path="*" element={<Address />} />
      </Routes>
    </>,
    { client, path: "/account?tab=posts" },
  );
  return { calls, client };
}

const refusal = { success: false, error: "auth.required", message: "Please log in." };
const logout = () => fireEvent.click(screen.getByRole("button", { name: "Logout" }));
const address = async () => (await screen.findByLabelText("address")).textContent;

test("an export that fails says so", async () => {
  const { calls } = renderAccount();
  fireEvent.click(screen.getByRole("button", { name: /^Export my data/ }));
  (await callTo(calls, "/api/user/export")).answer({}, 500);
  await waitFor(() =>
    expect(toastStore.read()).toMatchObject({
      title: "Export Failed",
      description: "Your data could not be fetched. Please try again.",
      tone: "destructive",
    }),
  );
  expect(screen.getByRole("button", { name: /^Export my data/ })).toBeTruthy();
});

test("a logout leads home", async () => {
  const { calls } = renderAccount();
  logout();
  (await callTo(calls, "/api/auth/logout")).answer({ success: true, message: "Logged out" });
  expect(await address()).toBe("/");
});

test("a logout announces no title but the next page's", async () => {
  const region = document.body.appendChild(document.createElement("p"));
  onTestFinished(() => region.remove());
  region.id = PAGE_REGION;
  const { calls } = renderAccount();
  const announced = vi.spyOn(region, "replaceChildren");
  logout();
  (await callTo(calls, "/api/auth/logout")).answer({ success: true, message: "Logged out" });
  await address();
  expect(announced).not.toHaveBeenCalled();
});

test("a session that ends after a failed logout leads to the login, with the way back", async () => {
  const { calls, client } = renderAccount();
  logout();
  (await callTo(calls, "/api/auth/logout")).answer({}, 500);
  await waitFor(() => expect(toastStore.read()?.title).toBe("Logout Not Confirmed"));
  expireSession(client);
  expect(await address()).toBe("/login?returnUrl=%2Faccount%3Ftab%3Dposts");
});

test("a page that missed a logout goes to the login with its next call", async () => {
  const { calls } = renderAccount();
  fireEvent.click(screen.getByRole("switch", { name: /^Blur/ }));
  const isChange = ({ method }: ApiCall) => method === "PUT";
  await waitFor(() => expect(calls.some(isChange)).toBe(true));
  calls.find(isChange)?.answer(refusal, 401);
  expect(await address()).toBe("/login?returnUrl=%2Faccount%3Ftab%3Dposts");
  expect(toastStore.read()).toMatchObject({
    title: "Authentication Required",
    description: "Please log in to save preferences.",
  });
});

test("a page that is led to the login by a failed session request is led back with the network", async () => {
  const calls = holdApiCalls();
  const { client } = renderInApp(
    <Routes>
      <Route path="/account" element={<AccountPage />} />
      <Route path="/login" element={<LoginPage />} />
    </Routes>,
    { path: "/account" },
  );
  const status = () => callTo(calls, "/api/auth/status");
  (await status()).answer("", 500);
  await screen.findByLabelText("Password");
  // The login's page repeats the request.
  (await status()).answer("", 500);
  await waitFor(() => expect(client.isFetching()).toBe(0));
  act(() => {
    dispatchEvent(new Event("offline"));
    dispatchEvent(new Event("online"));
  });
  (await status()).answer(signedIn);
  expect(await screen.findByText(`@${MEMBER.username}`)).toBeTruthy();
  await callTo(calls, "/saved/users");
});

test.each(["Change password", "Delete account"])(
  "a change of the account in another tab closes the dialog of the one before: %s",
  async (name) => {
    const { calls, client } = renderAccount();
    fireEvent.click(screen.getByRole("button", { name: new RegExp(`^${name}`) }));
    await screen.findByRole("dialog", { name });
    const user = { ...MEMBER, id: "7f3b2a54-0000-4000-8000-000000000002", username: "other" };
    void refreshSession(client);
    (await callTo(calls, "/api/auth/status")).answer({ isAuthenticated: true, user });
    await screen.findByRole("heading", { level: 1, name: "other" });
    expect(screen.queryByRole("dialog")).toBeNull();
  },
);

test("the button that deletes the account says how long backups keep it", () => {
  renderAccount();
  const { textContent } = screen.getByRole("button", { name: /^Delete account/ });
  expect(textContent).toContain(`backups follow within ${KEPT_DAYS.backup} days`);
});

const submit = () =>
  within(screen.getByRole("dialog")).getByRole<HTMLButtonElement>("button", { name: /^Delet/ });

async function startDeletion() {
  const { calls } = renderAccount();
  fireEvent.click(screen.getByRole("button", { name: /^Delete account/ }));
  fireEvent.change(await screen.findByLabelText("Your password"), {
    target: { value: "opal1234" },
  });
  fireEvent.click(screen.getByRole("checkbox", { name: /nothing can be brought back/ }));
  fireEvent.click(submit());
  return { calls, call: await callTo(calls, "/api/user") };
}

test("a dialog closed during the deletion says that it cannot be taken back", async () => {
  const { call } = await startDeletion();
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Cancel" }).disabled).toBe(true);
  fireEvent.click(dialog.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(toastStore.read()?.description).toContain("cannot be taken back");
  call.answer({ success: true, message: "Your account has been deleted." });
  expect(await address()).toBe("/");
  expect(toastStore.read()?.title).toBe("Account deleted");
});

test("a deletion without an answer may have worked, and a session that is gone since says that it has", async () => {
  const { calls, call } = await startDeletion();
  call.lose();
  await screen.findByText(/may be deleted already/);
  expect(toastStore.read()?.title).toBe("Deletion Not Confirmed");
  fireEvent.click(submit());
  (await callTo(calls, "/api/user")).answer(refusal, 401);
  expect(await address()).toBe("/");
  expect(toastStore.read()).toMatchObject({
    title: "Account most likely deleted",
    description: expect.stringContaining("If you can still log in"),
  });
});

test("a session that ended before the deletion leads to the login", async () => {
  const { call } = await startDeletion();
  call.answer(refusal, 401);
  expect(await address()).toContain("/login");
  expect(toastStore.read()?.title).toBe("Account Not Deleted");
});

test("a deletion that is refused after a lost answer has not worked", async () => {
  const { calls, call } = await startDeletion();
  call.answer({ success: false, error: "server.busy", message: "Busy." }, 503);
  await waitFor(() => expect(toastStore.read()?.title).toBe("Deletion Not Confirmed"));
  await waitFor(() => expect(submit().disabled).toBe(false));
  fireEvent.click(submit());
  const wrong = { success: false, error: "auth.wrong_password", message: "Wrong." };
  (await callTo(calls, "/api/user")).answer(wrong, 403);
  await waitFor(() => expect(toastStore.read()?.title).toBe("Account Not Deleted"));
});

test("a password change without an answer may have worked, and a refused one has not", async () => {
  const { calls } = renderAccount();
  fireEvent.click(screen.getByRole("button", { name: /^Change password/ }));
  const dialog = within(await screen.findByRole("dialog"));
  for (const [label, value] of [
    ["Current password", "opal1234"],
    ["New password", "beryl1234"],
    ["Confirm new password", "beryl1234"],
  ] as const)
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  const change = () => dialog.getByRole("button", { name: "Change password" });
  fireEvent.click(change());
  (await callTo(calls, "/api/user/password")).lose();
  await dialog.findByText(/the new one may be in use/);
  expect(toastStore.read()?.title).toBe("Password Change Not Confirmed");
  fireEvent.click(change());
  const wrong = { success: false, error: "auth.wrong_password", message: "Wrong." };
  (await callTo(calls, "/api/user/password")).answer(wrong, 403);
  await waitFor(() => expect(toastStore.read()?.title).toBe("Password Not Changed"));
});

test("an export, which can be long, has ten minutes", async () => {
  const timeout = vi.spyOn(AbortSignal, "timeout");
  const { calls } = renderAccount();
  fireEvent.click(screen.getByRole("button", { name: /^Export my data/ }));
  await callTo(calls, "/api/user/export");
  expect(timeout).toHaveBeenLastCalledWith(600_000);
});

test("a second press of Export while the data is fetched is ignored", async () => {
  const { calls } = renderAccount();
  fireEvent.click(screen.getByRole("button", { name: /^Export my data/ }));
  const again = await screen.findByRole("button", { name: /^Preparing/ });
  await act(async () => void fireEvent.click(again));
  expect(calls.filter(({ url }) => url.endsWith("/api/user/export"))).toHaveLength(1);
});

test("Forget what was seen here removes the device's visits and seen posts", () => {
  localStorage.setItem("seen:gemhunter", "1795176000000 1795176000 0 0 abc12");
  localStorage.setItem("followingSeen", "{}");
  renderAccount();
  fireEvent.click(screen.getByRole("button", { name: /^Forget what was seen here/ }));
  expect(Object.keys(localStorage)).toEqual([]);
  expect(toastStore.read()?.title).toBe("Forgotten on this device");
});
