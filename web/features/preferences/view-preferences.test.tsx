// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { DEFAULT_PREFERENCES } from "#schema/choices.ts";
import { queryKeys } from "#schema/queries.ts";
import { endSession, startSession } from "#web/features/auth/session-cache.ts";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { clientOf, MEMBER, signedIn, signedOut } from "#web/testing/sessions.ts";
import { ViewPreferences } from "./view-preferences.tsx";

const PATH = "/api/user/preferences";

afterEach(() => act(dismissToast));

/** Without `preferences`, they are not known yet. */
function renderAsMember(preferences?: typeof DEFAULT_PREFERENCES) {
  const client = clientOf(signedIn);
  client.setQueryData(queryKeys.preferences(), preferences);
  const calls = holdApiCalls();
  renderInApp(<ViewPreferences />, { client });
  return { client, calls };
}

/** Turns blur off and masonry on in quick succession. */
async function pressBoth() {
  const { client, calls } = renderAsMember(DEFAULT_PREFERENCES);
  const shown = () => client.getQueryData(queryKeys.preferences());
  fireEvent.click(screen.getByRole("switch", { name: /^Blur/ }));
  await waitFor(() => expect(shown()).toMatchObject({ blurEnabled: false }));
  fireEvent.click(screen.getByRole("radio", { name: "Masonry" }));
  const both = { ...DEFAULT_PREFERENCES, blurEnabled: false, searchPresentationStyle: "masonry" };
  await waitFor(() => expect(shown()).toEqual(both));
  const isIdle = () => waitFor(() => expect(client.isMutating()).toBe(0));
  return { client, calls, shown, both, isIdle };
}

test("when two quick changes fail, both revert to the server's values", async () => {
  const { calls, shown, isIdle } = await pressBoth();
  (await callTo(calls, PATH)).answer({}, 500);
  (await callTo(calls, PATH)).answer({}, 500);
  await isIdle();
  expect(shown()).toEqual(DEFAULT_PREFERENCES);
  expect(toastStore.read()).toMatchObject({ title: "Error Updating Preferences" });
});

test("after a failure the preferences are requested, because the change may be stored and its answer lost", async () => {
  const { calls, shown, both, isIdle } = await pressBoth();
  (await callTo(calls, PATH)).answer({}, 500);
  (await callTo(calls, PATH)).lose();
  await isIdle();
  expect(shown()).toEqual(DEFAULT_PREFERENCES);
  const read = await callTo(calls, PATH);
  expect(read.method).toBe("GET");
  read.answer({ success: true, preferences: both });
  await waitFor(() => expect(shown()).toEqual(both));
  expect(calls).toHaveLength(3);
});

test("a failed change keeps its own message while the preferences cannot be requested either", async () => {
  const { client, calls, shown, isIdle } = await pressBoth();
  (await callTo(calls, PATH)).answer({}, 500);
  (await callTo(calls, PATH)).answer({}, 500);
  await isIdle();
  (await callTo(calls, PATH)).answer({ message: "no" }, 403);
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(toastStore.read()?.title).toBe("Error Updating Preferences");
  expect(shown()).toEqual(DEFAULT_PREFERENCES);
});

test("the first answer of two quick changes does not revert the second", async () => {
  const { calls, shown, both, isIdle } = await pressBoth();
  const first = await callTo(calls, PATH);
  expect(first.body).toEqual({ blurEnabled: false });
  first.answer({ success: true, preferences: { ...DEFAULT_PREFERENCES, blurEnabled: false } });
  const second = await callTo(calls, PATH);
  expect(second.body).toEqual({ searchPresentationStyle: "masonry" });
  expect(shown()).toEqual(both);
  second.answer({ success: true, preferences: both });
  await isIdle();
  expect(shown()).toEqual(both);
  expect(toastStore.read()?.title).toBe("Preferences Updated");
});

test("a second change that fails keeps the first", async () => {
  const { calls, shown, isIdle } = await pressBoth();
  const first = { ...DEFAULT_PREFERENCES, blurEnabled: false };
  (await callTo(calls, PATH)).answer({ success: true, preferences: first });
  (await callTo(calls, PATH)).answer({}, 500);
  await isIdle();
  expect(shown()).toEqual(first);
});

test("a change answered after a logout is not the next account's", async () => {
  const { client, calls, shown, both, isIdle } = await pressBoth();
  const first = await callTo(calls, PATH);
  act(() => endSession(client));
  first.answer({ success: true, preferences: both });
  await isIdle();
  expect(shown()).toBeUndefined();
});

test("late answers to one account's changes neither alter the next account's preferences nor are sent with that session", async () => {
  const { client, calls, shown, both, isIdle } = await pressBoth();
  const first = await callTo(calls, PATH);
  act(() => endSession(client));
  act(() => startSession(client, { success: true, user: { ...MEMBER, id: "another" } }));
  await waitFor(() => expect(calls.at(-1)?.method).toBe("GET"));
  calls.at(-1)?.answer({ success: true, preferences: DEFAULT_PREFERENCES });
  await waitFor(() => expect(shown()).toEqual(DEFAULT_PREFERENCES));
  first.answer({ success: true, preferences: both });
  await isIdle();
  expect(shown()).toEqual(DEFAULT_PREFERENCES);
  expect(toastStore.read()).toBeNull();
  expect(calls.filter(({ method }) => method === "PUT")).toHaveLength(1);
});

test("a change before the preferences are known ends their request, and asks for them again if it fails", async () => {
  const { client, calls } = renderAsMember();
  const early = await callTo(calls, PATH);
  fireEvent.click(screen.getByRole("switch", { name: /^Blur/ }));
  await waitFor(() => expect(early.isAborted).toBe(true));
  const isPut = ({ method }: { method: string }) => method === "PUT";
  await waitFor(() => expect(calls.some(isPut)).toBe(true));
  calls.find(isPut)?.answer({}, 500);
  await waitFor(() => expect(calls).toHaveLength(3));
  const preferences = {
    ...DEFAULT_PREFERENCES,
    blurEnabled: false,
    searchPresentationStyle: "masonry",
  };
  calls.at(-1)?.answer({ success: true, preferences });
  await waitFor(() => expect(client.getQueryData(queryKeys.preferences())).toEqual(preferences));
});

const isBlurOn = () => screen.getByRole<HTMLInputElement>("switch", { name: /^Blur/ }).checked;

test("a change replaces what was toggled on a feed's page", async () => {
  const client = clientOf(signedIn);
  client.setQueryData(queryKeys.preferences(), DEFAULT_PREFERENCES);
  client.setQueryData(queryKeys.viewOverride(), { blurEnabled: true });
  holdApiCalls();
  renderInApp(<ViewPreferences />, { client });
  fireEvent.click(screen.getByRole("switch", { name: /^Blur/ }));
  await waitFor(() => expect(client.getQueryData(queryKeys.viewOverride())).toBeUndefined());
  expect(isBlurOn()).toBe(false);
});

test("a failed change is reverted with a toast, and a failed reset has its own", async () => {
  const { calls } = renderAsMember(DEFAULT_PREFERENCES);
  fireEvent.click(screen.getByRole("switch", { name: /^Blur/ }));
  await waitFor(() => expect(isBlurOn()).toBe(false));
  (await callTo(calls, PATH)).answer("", 500);
  await waitFor(() => expect(isBlurOn()).toBe(true));
  expect(toastStore.read()).toMatchObject({
    title: "Error Updating Preferences",
    description: "Failed to update user preferences",
  });
  fireEvent.click(screen.getByRole("button", { name: "Reset to defaults" }));
  (await callTo(calls, `${PATH}/reset`)).answer("", 500);
  await waitFor(() =>
    expect(toastStore.read()).toMatchObject({
      title: "Error Resetting Preferences",
      description: "Failed to reset user preferences",
    }),
  );
});

test("preferences that fail to load after a login are the defaults, with one toast", async () => {
  const client = clientOf(signedOut);
  const calls = holdApiCalls();
  const { rerender } = renderInApp(<ViewPreferences />, { client });
  act(() => startSession(client, { success: true, user: MEMBER }));
  (await callTo(calls, PATH)).answer("", 500);
  await waitFor(() =>
    expect(toastStore.read()).toMatchObject({
      title: "Error Loading Preferences",
      description: "Failed to fetch user preferences",
    }),
  );
  const toast = toastStore.read();
  const again = <ViewPreferences key="mounted later" />;
  rerender(again);
  expect(isBlurOn()).toBe(true);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Grid" }).checked).toBe(true);
  // A call of the second mount would have begun in its first effects.
  await act(async () => {});
  expect(calls).toHaveLength(1);
  expect(toastStore.read()).toBe(toast);
});

test.each(["Authentication gone", "The proxy said 401"])(
  "preferences that fail to load because of the session are the defaults, without a toast: %s",
  async (message) => {
    const { client, calls } = renderAsMember();
    (await callTo(calls, PATH)).answer({ success: false, message }, 400);
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(isBlurOn()).toBe(true);
    expect(toastStore.read()).toBeNull();
  },
);

test("a second press of Reset during the first is ignored", async () => {
  const { client, calls } = renderAsMember(DEFAULT_PREFERENCES);
  const reset = screen.getByRole("button", { name: "Reset to defaults" });
  fireEvent.click(reset);
  const call = await callTo(calls, `${PATH}/reset`);
  await waitFor(() => expect(reset.getAttribute("aria-disabled")).toBe("true"));
  fireEvent.click(reset);
  expect(client.isMutating()).toBe(1);
  call.answer({ success: true, preferences: DEFAULT_PREFERENCES });
  await waitFor(() => expect(client.isMutating()).toBe(0));
});

test.each([
  [401, undefined],
  [403, "Error Loading Preferences"],
])("preferences refused with a %s show the toast %s", async (status, title) => {
  const { client, calls } = renderAsMember();
  (await callTo(calls, PATH)).answer({ message: "No." }, status);
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(toastStore.read()?.title).toBe(title);
});

test("a change whose preferences are never known reverts to blurred pictures", async () => {
  const { client, calls } = renderAsMember();
  (await callTo(calls, PATH)).answer({}, 500);
  await waitFor(() => expect(client.isFetching()).toBe(0));
  fireEvent.click(screen.getByRole("switch", { name: /^Blur/ }));
  await waitFor(() => expect(isBlurOn()).toBe(false));
  (await callTo(calls, PATH)).answer({}, 500);
  await waitFor(() => expect(calls).toHaveLength(3));
  calls.at(-1)?.answer({}, 500);
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(isBlurOn()).toBe(true);
});

test.each([
  ["a reset", { role: "button", name: "Reset to defaults" }, `${PATH}/reset`, "reset"],
  ["a change", { role: "radio", name: "Masonry" }, PATH, "save"],
])("%s after the session's end asks for a login", async (_, { role, name }, path, verb) => {
  const { calls } = renderAsMember(DEFAULT_PREFERENCES);
  fireEvent.click(screen.getByRole(role, { name }));
  const refusal = { success: false, error: "auth.required", message: "x" };
  (await callTo(calls, path)).answer(refusal, 401);
  await waitFor(() =>
    expect(toastStore.read()).toMatchObject({
      title: "Authentication Required",
      description: `Please log in to ${verb} preferences.`,
    }),
  );
});

test("the choice of the layout is named by the text before it, once", async () => {
  const { isIdle, calls } = await pressBoth();
  expect(screen.getAllByText("Search Presentation Style")).toHaveLength(1);
  screen.getByRole("group", { name: "Search Presentation Style" });
  (await callTo(calls, PATH)).answer({}, 500);
  (await callTo(calls, PATH)).answer({}, 500);
  await isIdle();
});
