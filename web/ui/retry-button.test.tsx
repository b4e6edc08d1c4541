// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { RetryButton } from "./retry-button.tsx";

test("a press that replaces its button passes the focus to the page's content", () => {
  const onRetry = vi.fn<() => void>();
  renderInApp(
    <main id="main" tabIndex={-1}>
      <RetryButton onRetry={onRetry} />
    </main>,
  );
  const button = screen.getByRole("button", { name: "Try Again" });
  button.focus();
  fireEvent.click(button);
  expect(onRetry).toHaveBeenCalledOnce();
  expect(document.activeElement?.id).toBe("main");
});
