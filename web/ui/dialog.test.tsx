// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { useStore } from "#web/lib/store.ts";
import { Dialog } from "./dialog.tsx";
import { PanelDialog } from "./panel-dialog.tsx";
import { topDialog } from "./top-dialog.ts";

function renderDialog() {
  const onClose = vi.fn<() => void>();
  renderInApp(
    <Dialog label="Filters" onClose={onClose}>
      <input type="search" aria-label="Words" />
      <input type="text" aria-label="Name" />
    </Dialog>,
  );
  return { onClose, dialog: screen.getByRole("dialog", { name: "Filters" }) };
}

test("toasts learn of a dialog that opens over the page, and of its end", () => {
  const Top = () => useStore(topDialog)?.getAttribute("aria-label") ?? "the page";
  const page = (isOpen: boolean) => (
    <>
      <output>
        <Top />
      </output>
      {isOpen && (
        <Dialog label="Filters" onClose={() => undefined}>
          Words
        </Dialog>
      )}
    </>
  );
  const { rerender } = renderInApp(page(false));
  const top = () => screen.getByRole("status", { hidden: true }).textContent;
  rerender(page(true));
  expect(top()).toBe("Filters");
  rerender(page(false));
  expect(top()).toBe("the page");
});

test("a titled dialog has its title as its name, and its description, and closes by Esc", () => {
  const onClose = vi.fn<() => void>();
  renderInApp(
    <PanelDialog title="Report it" description="We read each one." onClose={onClose}>
      Words
    </PanelDialog>,
  );
  const dialog = screen.getByRole("dialog", { name: "Report it" });
  const panel = screen.getByRole("group", { name: "Report it" });
  expect(document.activeElement).toBe(panel);
  expect(panel.tabIndex).toBe(-1);
  const described = document.getElementById(dialog.getAttribute("aria-describedby") ?? "");
  expect(described?.textContent).toBe("We read each one.");
  fireEvent(dialog, new Event("cancel", { cancelable: true }));
  expect(onClose).toHaveBeenCalledOnce();
});

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
