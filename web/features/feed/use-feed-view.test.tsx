// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { AuthStatusResponse } from "#schema/api/auth.ts";
import { queryKeys } from "#schema/queries.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { endSession } from "#web/features/auth/session-cache.ts";
import { useSession } from "#web/features/auth/session.queries.ts";
import { usePreferences } from "#web/features/preferences/preferences.queries.ts";
import { ViewPreferences } from "#web/features/preferences/view-preferences.tsx";
import { callTo, holdApiCalls, type ApiCall } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { signedIn, signedOut } from "#web/testing/sessions.ts";
import { useFeedView } from "./use-feed-view.ts";

let calls: ApiCall[] = [];
beforeEach(() => {
  calls = holdApiCalls();
});
afterEach(() => localStorage.clear());

function Feed() {
  const view = useFeedView(usePreferences(), useSession().isAuthenticated);
  return (
    <>
      <output aria-label="view">{`${view.blur ? "covered" : "clear"} ${view.style}`}</output>
      <button type="button" onClick={() => view.setBlur(!view.blur)}>
        Blur
      </button>
      <button type="button" onClick={() => view.setStyle("masonry")}>
        Lay out
      </button>
      {view.uncoverPictures && (
        <button type="button" onClick={view.uncoverPictures}>
          Show them
        </button>
      )}
      {view.hasOfferRoom && <hr />}
    </>
  );
}

const known = { blurEnabled: true, searchPresentationStyle: "grid" };

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const shownView = () => screen.getByLabelText("view").textContent;

function renderPage(
  page: "feed" | "account",
  client = createQueryClient(),
  session: AuthStatusResponse = signedIn,
) {
  client.setQueryData(queryKeys.session(), session);
  if (!client.getQueryData(queryKeys.preferences())) {
    client.setQueryData(queryKeys.preferences(), known);
  }
  const { unmount } = renderInApp(page === "feed" ? <Feed /> : <ViewPreferences />, { client });
  return { client, unmount };
}

test("the feed's toggles hold on the next page of the visit, until a preference is saved", async () => {
  const { client, unmount } = renderPage("feed");
  expect(
    screen.queryByRole("separator"),
    "no room for an offer that a member never saw",
  ).toBeNull();
  press("Blur");
  press("Lay out");
  await waitFor(() => expect(shownView()).toBe("clear masonry"));
  unmount();
  const again = renderPage("feed", client);
  await waitFor(() => expect(shownView()).toBe("clear masonry"));
  again.unmount();
  const account = renderPage("account", client);
  fireEvent.click(screen.getByRole("switch", { name: /^Blur/ }));
  const preferences = { blurEnabled: false, searchPresentationStyle: "grid" };
  (await callTo(calls, "/api/user/preferences")).answer({ success: true, preferences });
  await waitFor(() => expect(client.isMutating()).toBe(0));
  account.unmount();
  renderPage("feed", client);
  await waitFor(() => expect(shownView()).toBe("clear grid"));
});

test("the feed's toggles end with the session, on the open page too", async () => {
  const { client } = renderPage("feed");
  press("Blur");
  press("Lay out");
  await waitFor(() => expect(shownView()).toBe("clear masonry"));
  endSession(client);
  await waitFor(() => expect(shownView()).toBe("covered grid"));
  press("Lay out");
  await waitFor(() => expect(shownView()).toBe("covered masonry"));
});

/** A signed-out visit, in a browser with the storage of earlier visits. */
const visit = () => renderPage("feed", createQueryClient(), signedOut);
const isOffered = () => screen.queryByRole("button", { name: "Show them" }) !== null;

test("pictures that a visitor uncovers are uncovered on the next visit, without the offer", async () => {
  const { unmount } = visit();
  await waitFor(() => expect(shownView()).toBe("covered grid"));
  press("Blur");
  await waitFor(() => expect(shownView()).toBe("clear grid"));
  expect(isOffered()).toBe(false);
  press("Blur");
  await waitFor(() => expect(shownView()).toBe("covered grid"));
  press("Show them");
  await waitFor(() => expect(shownView()).toBe("clear grid"));
  unmount();
  visit();
  expect([shownView(), isOffered()]).toEqual(["clear grid", false]);
});

test("pictures that a visitor covers again are covered on the next visit", async () => {
  localStorage.setItem("pictures", "shown");
  const { unmount } = visit();
  press("Blur");
  await waitFor(() => expect(shownView()).toBe("covered grid"));
  unmount();
  visit();
  expect([shownView(), isOffered()]).toEqual(["covered grid", false]);
});

test("a stored value that is no choice leaves the pictures covered, with the offer", () => {
  localStorage.setItem("pictures", "yes");
  visit();
  expect([shownView(), isOffered()]).toEqual(["covered grid", true]);
});

test("the toggle alone is for this visit: the next one begins covered", async () => {
  const { unmount } = visit();
  press("Blur");
  await waitFor(() => expect(shownView()).toBe("clear grid"));
  press("Blur");
  await waitFor(() => expect(shownView()).toBe("covered grid"));
  unmount();
  expect(localStorage).toHaveLength(0);
});

test("a device's choice does not apply to members", () => {
  localStorage.setItem("pictures", "shown");
  renderPage("feed");
  expect([shownView(), isOffered()]).toEqual(["covered grid", false]);
});

test.each([
  ["is no longer the device's choice", { blurEnabled: true }, "covered"],
  ["stays the device's choice for a member without blur", { blurEnabled: false }, "clear"],
  ["stays the device's choice while a member's preferences are unknown", null, "covered"],
])("uncovered on the device %s", async (_, preferences, shown) => {
  localStorage.setItem("pictures", "shown");
  const { client, unmount } = visit();
  await waitFor(() => expect(shownView()).toBe("clear grid"));
  client.setQueryData(queryKeys.preferences(), preferences && { ...known, ...preferences });
  client.setQueryData(queryKeys.session(), signedIn);
  await waitFor(() => expect(shownView()).toMatch(shown));
  expect(screen.queryByRole("separator"), "no line is added above the feed").toBeNull();
  unmount();
  visit();
  const isForgotten = preferences?.blurEnabled === true;
  const view = isForgotten ? "covered grid" : "clear grid";
  expect([shownView(), isOffered()]).toEqual([view, isForgotten]);
});

test("a member's page keeps the offer's line only if it was shown before the session was known", async () => {
  const hasRoom = () => screen.queryByRole("separator") !== null;
  const { client, unmount } = visit();
  expect(hasRoom()).toBe(false);
  client.setQueryData(queryKeys.session(), signedIn);
  await waitFor(() => expect(hasRoom()).toBe(true));
  expect(isOffered()).toBe(false);
  unmount();
  localStorage.setItem("pictures", "covered");
  const again = visit();
  const preferences = { blurEnabled: true, searchPresentationStyle: "masonry" };
  again.client.setQueryData(queryKeys.session(), signedIn);
  again.client.setQueryData(queryKeys.preferences(), preferences);
  await waitFor(() => expect(shownView()).toBe("covered masonry"));
  expect(hasRoom()).toBe(false);
  expect(localStorage.getItem("pictures"), "only a choice to uncover is taken back").toBe(
    "covered",
  );
});
