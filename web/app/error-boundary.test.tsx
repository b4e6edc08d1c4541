// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import { useLocation, useNavigate } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { usePageTitle } from "#web/lib/page-title.ts";
import { ErrorBoundary } from "./error-boundary.tsx";

const offline = new TypeError("Failed to fetch dynamically imported module: /assets/viewer.js");

beforeEach(() => {
  // React logs each error that a boundary catches.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

afterEach(() => act(dismissToast));

function Post() {
  if (useLocation().search) throw offline;
  usePageTitle("Feed");
  return <p>The feed</p>;
}

function Page() {
  const navigate = useNavigate();
  return (
    <>
      <button onClick={() => void navigate("/?post=1")}>Open</button>
      <button onClick={() => void navigate(-1)}>Back</button>
      <ErrorBoundary place={useLocation().key}>
        <Post />
      </ErrorBoundary>
    </>
  );
}

const press = (name: string) => act(() => screen.getByRole("button", { name }).click());

test("Back from a failed page shows the page before, and the next failure shows the error again", () => {
  renderInApp(<Page />);
  for (let times = 0; times < 2; times += 1) {
    press("Open");
    expect(screen.getByRole("heading").textContent).toBe("Something went wrong");
    expect(document.title).toMatch(/^Something went wrong \| /);
    press("Back");
    expect(screen.getByText("The feed")).toBeTruthy();
    expect(document.title).toBe("Feed");
  }
});

test.each([
  ["without a connection", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["while the server answers with errors", async () => new Response(null, { status: 503 })],
])("%s Try Again keeps the page and says so", async (_when, answer) => {
  const reload = vi.spyOn(location, "reload").mockReturnValue();
  vi.stubGlobal("fetch", answer);
  renderInApp(<Page />, { path: "/?post=1" });
  press("Try Again");
  await waitFor(() => expect(toastStore.read()?.title).toBe("Still no connection"));
  expect(reload).not.toHaveBeenCalled();
});

test("with a connection Try Again reloads the page for its missing part and says nothing", async () => {
  const reload = vi.spyOn(location, "reload").mockReturnValue();
  vi.stubGlobal("fetch", () => Promise.reject(offline));
  renderInApp(<Page />, { path: "/?post=1" });
  vi.stubGlobal("fetch", async () => new Response());
  press("Try Again");
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  await act(async () => {});
  expect(toastStore.read()).toBeNull();
});

test("Back shows the app again after a failure outside of its pages", () => {
  let isBroken = true;
  function Broken() {
    if (isBroken) throw new Error("Not now.");
    return <p>The feed</p>;
  }
  renderInApp(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  isBroken = false;
  act(() => void dispatchEvent(new PopStateEvent("popstate")));
  expect(screen.getByText("The feed")).toBeTruthy();
});

test("a failure without an error has a sentence", () => {
  const nothing: unknown = null;
  function Broken(): never {
    throw nothing;
  }
  renderInApp(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByText("Unknown error occurred")).toBeTruthy();
});

test("Try Again passes the focus to the page's content", () => {
  let isBroken = true;
  function Broken() {
    if (isBroken) throw new Error("Not now.");
    return <p>The feed</p>;
  }
  renderInApp(
    <main id="main" tabIndex={-1}>
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>
    </main>,
  );
  isBroken = false;
  screen.getByRole("button", { name: "Try Again" }).focus();
  press("Try Again");
  expect(screen.getByText("The feed")).toBeTruthy();
  expect(document.activeElement?.id).toBe("main");
});
