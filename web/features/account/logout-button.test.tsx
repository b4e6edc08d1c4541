// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { queryKeys } from "#schema/queries.ts";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { createFormDraft } from "#web/lib/form-draft.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { clientOf, signedIn, signedOut } from "#web/testing/sessions.ts";
import { LogoutButton } from "./logout-button.tsx";

afterEach(dismissToast);

function setUp() {
  const calls = holdApiCalls();
  const client = clientOf(signedIn);
  renderInApp(<LogoutButton />, { client });
  const session = () => client.getQueryData(queryKeys.session());
  return { calls, session };
}

const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Logout" });

test("a failed logout keeps the session, and enables the button again", async () => {
  const { calls, session } = setUp();
  fireEvent.click(button());
  await waitFor(() => expect(button().getAttribute("aria-disabled")).toBe("true"));
  (await callTo(calls, "/api/auth/logout")).answer({ message: "Not now." }, 403);
  await waitFor(() => expect(button().getAttribute("aria-disabled")).toBe("false"));
  expect(session()).toEqual(signedIn);
  expect(toastStore.read()).toMatchObject({ title: "Logout Failed", description: "Not now." });
});

test("after a failed logout a second click tries again", async () => {
  const { calls, session } = setUp();
  fireEvent.click(button());
  (await callTo(calls, "/api/auth/logout")).answer({}, 503);
  await waitFor(() => expect(button().getAttribute("aria-disabled")).toBe("false"));
  expect(toastStore.read()).toMatchObject({
    title: "Logout Not Confirmed",
    description: "No answer came, so you may still be logged in. Please try again.",
  });
  fireEvent.click(button());
  (await callTo(calls, "/api/auth/logout")).answer({ success: true, message: "Logged out" });
  await waitFor(() => expect(session()).toEqual(signedOut));
  expect(toastStore.read()?.title).toBe("Logged out");
});

test("a logout removes words from the tab whose forms were not opened since a reload", async () => {
  for (const key of ["draft feedback", "draft removal request"])
    sessionStorage.setItem(key, '{"values":{"title":"A ruby"},"owner":null}');
  const { calls, session } = setUp();
  fireEvent.click(button());
  (await callTo(calls, "/api/auth/logout")).answer({ success: true, message: "Logged out" });
  await waitFor(() => expect(session()).toEqual(signedOut));
  expect(sessionStorage).toHaveLength(0);
});

test("a logout removes typed words from the tab, also those typed before the login", async () => {
  const { calls, session } = setUp();
  const draft = createFormDraft({}, "draft removal request");
  draft.keep({ email: "ann@example.com" });
  fireEvent.click(button());
  (await callTo(calls, "/api/auth/logout")).answer({ success: true, message: "Logged out" });
  await waitFor(() => expect(session()).toEqual(signedOut));
  expect(sessionStorage).toHaveLength(0);
  expect(draft.read("email")).toBeUndefined();
});
