// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { Dialog } from "./dialog.tsx";

function renderDialog() {
  const onClose = vi.fn<() => void>();
  renderInApp(
    <Dialog label="Filters" onClose={onClose}>
      <input type="search" aria-label="Words" />
      <input type="text" aria-label="Name" />
    </Dialog>,
  );
  return { onClose, dialog: screen.getByRole("dialog") };
}

test("a press on the backdrop closes a dialog, one inside it does not", () => {
  const { onClose, dialog } = renderDialog();
  fireEvent.mouseDown(screen.getByLabelText("Words"));
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.mouseDown(dialog);
  expect(onClose).toHaveBeenCalledOnce();
});

test("Esc closes a dialog through its caller; the cancel of an element inside does not", () => {
  const { onClose, dialog } = renderDialog();
  const cancel = () => new Event("cancel", { bubbles: true, cancelable: true });
  fireEvent(screen.getByLabelText("Name"), cancel());
  expect(onClose).not.toHaveBeenCalled();
  const esc = cancel();
  fireEvent(dialog, esc);
  expect(onClose).toHaveBeenCalledOnce();
  expect(esc.defaultPrevented, "the caller removes it").toBe(true);
});

test.each([
  ["Words", "", "Escape", true],
  ["Words", "opal", "Escape", false],
  ["Words", "", "a", false],
  ["Name", "", "Escape", false],
])("in the field %s with the text '%s' the key %s itself closes the dialog: %s", (...row) => {
  const [label, value, key, closes] = row;
  const { onClose } = renderDialog();
  const field = screen.getByLabelText(label);
  fireEvent.input(field, { target: { value } });
  // False if the event was prevented: otherwise other browsers would send a cancel too.
  expect(fireEvent.keyDown(field, { key })).toBe(!closes);
  expect(onClose).toHaveBeenCalledTimes(closes ? 1 : 0);
});
