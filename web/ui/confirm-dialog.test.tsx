// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ConfirmDialog } from "./confirm-dialog.tsx";

afterEach(cleanup);

const onConfirm = vi.fn<() => void>();
const onCancel = vi.fn<() => void>();

function ask() {
  onConfirm.mockClear();
  onCancel.mockClear();
  render(
    <ConfirmDialog title="Remove it?" confirm="Remove" onConfirm={onConfirm} onCancel={onCancel}>
      <p>It is gone then.</p>
    </ConfirmDialog>,
  );
}

test("the focus begins on Cancel, whose description is the consequence", () => {
  ask();
  const cancel = screen.getByRole("button", { name: "Cancel" });
  expect(document.activeElement).toBe(cancel);
  const told = document.getElementById(cancel.getAttribute("aria-describedby") ?? "");
  expect(told?.textContent).toBe("It is gone then.");
  expect(screen.getByRole("dialog", { name: "Remove it?" })).toBeTruthy();
});

test("a double click confirms once", () => {
  ask();
  const confirm = screen.getByRole("button", { name: "Remove" });
  confirm.click();
  confirm.click();
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

test("while the answer is awaited, the confirming button is disabled and keeps the focus", () => {
  render(
    <ConfirmDialog
      title="Remove it?"
      confirm="Remove"
      isBusy
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>It is gone then.</p>
    </ConfirmDialog>,
  );
  const confirm = screen.getByRole<HTMLButtonElement>("button", { name: "Remove" });
  expect([confirm.getAttribute("aria-disabled"), confirm.disabled]).toEqual(["true", false]);
});

test.each(["Cancel", "Close"])("%s confirms nothing", (name) => {
  ask();
  screen.getByRole("button", { name }).click();
  expect([onCancel.mock.calls.length, onConfirm.mock.calls.length]).toEqual([1, 0]);
});
