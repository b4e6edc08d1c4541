// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { FilteredEmptyState } from "./filtered-empty-state.tsx";

test("Show all, which its press removes, passes the focus to the page's content", () => {
  const onShowAll = vi.fn<() => void>();
  const texts = { title: "None yet", text: "It begins here.", filteredText: "None is like this." };
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
