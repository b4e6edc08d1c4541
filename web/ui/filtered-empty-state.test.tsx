// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { FilteredEmptyState } from "./filtered-empty-state.tsx";

const texts = { title: "None yet", text: "It begins here.", filteredText: "None is like this." };

test("a filter that hides every entry is named as the reason, and can be removed; without one there is nothing", () => {
  const state = (onShowAll: (() => void) | null) => (
    <FilteredEmptyState icon="comment" heading="h3" {...texts} onShowAll={onShowAll} />
  );
  const { container, rerender } = renderInApp(state(() => undefined));
  expect(container.textContent).toBe("Nothing matchesNone is like this.Show all");
  rerender(state(null));
  expect(container.textContent).toBe("None yetIt begins here.");
  expect(screen.getByRole("heading", { level: 3, name: "None yet" })).toBeTruthy();
});

test("Show all, which its press removes, passes the focus to the page's content", () => {
  const onShowAll = vi.fn<() => void>();
  renderInApp(
    <main id="main" tabIndex={-1}>
      <FilteredEmptyState icon="comment" {...texts} onShowAll={onShowAll} />
    </main>,
  );
  const button = screen.getByRole("button", { name: "Show all" });
  button.focus();
  fireEvent.click(button);
  expect(onShowAll).toHaveBeenCalledOnce();
  expect(document.activeElement?.id).toBe("main");
});
