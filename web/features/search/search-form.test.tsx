// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { BrowserRouter, useLocation } from "react-router";
import { expect, test } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { SearchForm } from "./search-form.tsx";

const Address = () => <output>{useLocation().pathname}</output>;

const field = () => screen.getByRole("searchbox", { name: "Search Reddit users" });

test("a search is trimmed and encoded, and an empty one does nothing", () => {
  renderInApp(
    <>
      <SearchForm kind="header" />
      <Address />
    </>,
  );
  const search = (typed: string) => {
    fireEvent.change(field(), { target: { value: typed } });
    fireEvent.submit(field());
    return screen.getByRole("status").textContent;
  };
  for (const empty of ["", "   ", "u/"]) expect(search(empty)).toBe("/");
  expect(search("  u/gemhunter ")).toBe("/user/gemhunter");
  expect(search("https://www.reddit.com/user/gemhunter/?sort=top")).toBe("/user/gemhunter");
  expect(search("/U/../a b?x")).toBe("/user/..%2Fa%20b%3Fx");
});

test("a search for the creator already shown adds no history entry and moves the focus to the page", () => {
  history.replaceState(null, "", "/user/gemhunter?sort=top");
  render(
    <>
      <SearchForm kind="header" initial="gemhunter" />
      <main id="main" tabIndex={-1} />
    </>,
    { wrapper: BrowserRouter },
  );
  const before = history.length;
  field().focus();
  fireEvent.submit(field());
  expect(location.pathname + location.search).toBe("/user/gemhunter");
  expect(history.length).toBe(before);
  expect(document.activeElement).toBe(screen.getByRole("main"));
});

test("a double-click on Search adds one history entry", () => {
  history.replaceState(null, "", "/");
  render(<SearchForm kind="header" initial="gemhunter" />, { wrapper: BrowserRouter });
  const before = history.length;
  act(() => {
    fireEvent.submit(field());
    fireEvent.submit(field());
  });
  expect(location.pathname).toBe("/user/gemhunter");
  expect(history.length - before).toBe(1);
});
