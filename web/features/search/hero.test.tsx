// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { brand } from "#schema/brand.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { Hero } from "./hero.tsx";
import { recentSearches, rememberSearch } from "./recent-searches.ts";

afterEach(() => localStorage.clear());

test("screen readers read the words of the home page's head, and nothing of the picture behind them", () => {
  const { container } = renderInApp(<Hero />);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(brand.headline);
  expect(screen.getByText(brand.tagline)).toBeTruthy();
  for (const facets of container.querySelectorAll("svg[preserveAspectRatio]"))
    expect(facets.closest("[aria-hidden=true]")).not.toBeNull();
});

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
