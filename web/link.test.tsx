// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { BrowserRouter, useLocation } from "react-router";
import { expect, test } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { Link } from "./link.tsx";

function Place() {
  const { pathname, search, state } = useLocation();
  return <output>{`${pathname}${search} ${JSON.stringify(state)}`}</output>;
}

function renderLinks() {
  renderInApp(
    <>
      <Link to="/leaderboard?tab=posts" state={{ from: "here" }}>
        plain
      </Link>
      <Link to="/terms" onClick={(event) => event.preventDefault()}>
        prevented
      </Link>
      <Place />
    </>,
  );
}

/** Whether the app handled the click. The listener on window runs last, and keeps happy-dom from opening a page. */
function isTaken(name: string, init = {}): boolean {
  let taken = false;
  const onClick = (event: Event) => {
    taken = event.defaultPrevented;
    event.preventDefault();
  };
  addEventListener("click", onClick, { once: true });
  fireEvent.click(screen.getByRole("link", { name }), init);
  return taken;
}

const place = () => screen.getByRole("status").textContent;

test("a link opens its page within the app, with its router state", () => {
  renderLinks();
  expect(screen.getByRole("link", { name: "plain" }).getAttribute("href")).toBe(
    "/leaderboard?tab=posts",
  );
  expect(isTaken("plain")).toBe(true);
  expect(place()).toBe('/leaderboard?tab=posts {"from":"here"}');
});

test("a click for a new tab is left to the browser", () => {
  renderLinks();
  expect(isTaken("plain", { ctrlKey: true })).toBe(false);
  expect(isTaken("plain", { button: 1 })).toBe(false);
  expect(place()).toBe("/ null");
});

test("a click whose handler prevents the default is not followed", () => {
  renderLinks();
  isTaken("prevented");
  expect(place()).toBe("/ null");
});

test("a double-click adds one entry to the history, and a link to the page itself none", () => {
  render(<Link to="/about">About</Link>, { wrapper: BrowserRouter });
  const before = history.length;
  const press = (times: number) =>
    act(() => {
      for (let at = 0; at < times; at += 1) screen.getByRole("link", { name: "About" }).click();
    });
  // The second press comes before the first has been rendered.
  press(2);
  expect(location.pathname).toBe("/about");
  expect(history.length - before).toBe(1);
  const { key } = history.state as { key: string };
  press(1);
  expect(history.length - before).toBe(1);
  expect(history.state.key).not.toBe(key);
});
