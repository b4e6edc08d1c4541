// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Main } from "#view/main.tsx";
import { queryKeys } from "#schema/queries.ts";
import { reportAuthLost } from "#web/api/auth-lost.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { storeAdminToken } from "./admin-token.ts";
import { useAdminSession } from "./use-admin-session.ts";

afterEach(() => storeAdminToken(null));

function Page() {
  const { isSignedIn } = useAdminSession();
  return <button key={String(isSignedIn)}>{isSignedIn ? "Logout" : "Sign In"}</button>;
}

test("the focus moves from login to panel and back, and does not move when the page opens", () => {
  renderInApp(
    <Main>
      <Page />
    </Main>,
  );
  expect(document.activeElement).toBe(document.body);
  for (const [name, token] of [
    ["Sign In", "secret"],
    ["Logout", null],
  ] as const) {
    screen.getByRole("button", { name }).focus();
    act(() => storeAdminToken(token));
    expect(document.activeElement).toBe(screen.getByRole("main"));
  }
});

const LOGOUTS = {
  here: () => storeAdminToken(null),
  "in another tab": () => {
    localStorage.removeItem("adminToken");
    dispatchEvent(new StorageEvent("storage", { key: "adminToken" }));
  },
  "while the browser kept the page for Back": () => {
    localStorage.removeItem("adminToken");
    dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  },
};

test.each(Object.entries(LOGOUTS))(
  "a logout %s removes admin data from the cache",
  (_where, logOut) => {
    storeAdminToken("secret");
    const { client } = renderInApp(<Page />);
    const lists = [
      queryKeys.nsfwSubreddits(),
      queryKeys.feedbackList({ status: null, type: null }),
    ];
    for (const key of lists) client.setQueryData<unknown>(key, []);
    act(logOut);
    expect(screen.getByRole("button", { name: "Sign In" })).toBeTruthy();
    expect(client.getQueryCache().getAll()).toEqual([]);
  },
);

test("a logout after a login does not look like the end of the session before it", () => {
  storeAdminToken("first");
  const Ended = () => <p>{useAdminSession().hasEnded ? "Ended" : "Not ended"}</p>;
  renderInApp(<Ended />);
  act(() => reportAuthLost("admin"));
  expect(screen.getByText("Ended")).toBeTruthy();
  expect(localStorage.getItem("adminToken"), "for the other tabs").toBe("");
  act(() => storeAdminToken("second"));
  act(() => storeAdminToken(null));
  expect(screen.getByText("Not ended")).toBeTruthy();
  // A call that was sent after the logout, without a token.
  act(() => reportAuthLost("admin"));
  expect(screen.getByText("Not ended")).toBeTruthy();
});
