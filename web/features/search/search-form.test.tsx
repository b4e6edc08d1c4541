// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { useLocation } from "react-router";
import { expect, test } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { SearchForm } from "./search-form.tsx";

const Address = () => <output>{useLocation().pathname}</output>;

test("a search is trimmed and encoded, and an empty one does nothing", () => {
  renderInApp(
    <>
      <SearchForm kind="header" />
      <Address />
    </>,
  );
  const search = (typed: string) => {
    const field = screen.getByRole("searchbox", { name: "Search Reddit users" });
    fireEvent.change(field, { target: { value: typed } });
    fireEvent.submit(field);
    return screen.getByRole("status").textContent;
  };
  for (const empty of ["", "   ", "u/"]) expect(search(empty)).toBe("/");
  expect(search("  u/gemhunter ")).toBe("/user/gemhunter");
  expect(search("https://www.reddit.com/user/gemhunter/?sort=top")).toBe("/user/gemhunter");
  expect(search("/U/../a b?x")).toBe("/user/..%2Fa%20b%3Fx");
});
