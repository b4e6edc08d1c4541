// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { Hero } from "./hero.tsx";
import { recentSearches, rememberSearch } from "./recent-searches.ts";

afterEach(() => localStorage.clear());

test("Clear forgets the recent searches and passes the focus to the page's content", () => {
  rememberSearch("gemhunter");
  renderInApp(
    <main id="main" tabIndex={-1}>
      <Hero />
    </main>,
  );
  const clear = screen.getByRole("button", { name: "Clear" });
  clear.focus();
  fireEvent.click(clear);
  expect(recentSearches()).toEqual([]);
  expect(clear.isConnected).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole("main"));
});
