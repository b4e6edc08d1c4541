// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryKeys } from "#schema/queries.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { endSession } from "#web/features/auth/session-cache.ts";
import { useSession } from "#web/features/auth/session.queries.ts";
import { usePreferences } from "#web/features/preferences/preferences.queries.ts";
import { ViewPreferences } from "#web/features/preferences/view-preferences.tsx";
import { callTo, holdApiCalls, type ApiCall } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { signedIn } from "#web/testing/sessions.ts";
import { useFeedView } from "./view-state.ts";

let calls: ApiCall[] = [];
beforeEach(() => {
  calls = holdApiCalls();
});
afterEach(() => vi.unstubAllGlobals());

function Feed() {
  const view = useFeedView(usePreferences(), useSession().isAuthenticated);
  return (
    <>
      <output aria-label="view">{`${view.blur ? "blurred" : "clear"} ${view.style}`}</output>
      <button type="button" onClick={() => view.setBlur(!view.blur)}>
        Blur
      </button>
      <button type="button" onClick={() => view.setStyle("masonry")}>
        Lay out
      </button>
    </>
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const shownView = () => screen.getByLabelText("view").textContent;

function renderPage(page: "feed" | "account", client = createQueryClient()) {
  client.setQueryData(queryKeys.session(), signedIn);
  const preferences = { blurEnabled: true, searchPresentationStyle: "grid" };
  if (!client.getQueryData(queryKeys.preferences())) {
    client.setQueryData(queryKeys.preferences(), preferences);
  }
  const { unmount } = renderInApp(page === "feed" ? <Feed /> : <ViewPreferences />, { client });
  return { client, unmount };
}

test("the feed's toggles hold on the next page of the visit, and not after a preference is saved", async () => {
  const { client, unmount } = renderPage("feed");
  press("Blur");
  press("Lay out");
  await waitFor(() => expect(shownView()).toBe("clear masonry"));
  unmount();
  const again = renderPage("feed", client);
  await waitFor(() => expect(shownView()).toBe("clear masonry"));
  again.unmount();
  const account = renderPage("account", client);
  fireEvent.click(screen.getByRole("switch"));
  const preferences = { blurEnabled: false, searchPresentationStyle: "grid" };
  (await callTo(calls, "/api/user/preferences")).answer({ success: true, preferences });
  await waitFor(() => expect(client.isMutating()).toBe(0));
  account.unmount();
  renderPage("feed", client);
  await waitFor(() => expect(shownView()).toBe("clear grid"));
});

test("the feed's toggles end with the session, on the page that stands there too", async () => {
  const { client } = renderPage("feed");
  press("Blur");
  press("Lay out");
  await waitFor(() => expect(shownView()).toBe("clear masonry"));
  endSession(client);
  await waitFor(() => expect(shownView()).toBe("blurred grid"));
  press("Lay out");
  await waitFor(() => expect(shownView()).toBe("blurred masonry"));
});
