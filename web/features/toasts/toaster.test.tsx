// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { Link, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { dismissToast, showToast, toastStore } from "./toast-store.ts";
import { Toaster } from "./toaster.tsx";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});

afterEach(() => {
  act(dismissToast);
  vi.useRealTimers();
});

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const title = () => toastStore.read()?.title;
const action = { label: "Follow on this device", onPress: () => undefined };

test.each([
  ["Saved", undefined],
  ["Log in", action],
])("a toast ends after five seconds: %s", (shown, button) => {
  // In happy-dom every focused element matches :focus-visible, even the body.
  vi.spyOn(document.body, "matches").mockReturnValue(false);
  renderInApp(<Toaster />);
  act(() => showToast({ title: shown, ...(button && { action: button }) }));
  wait(4_999);
  expect(title()).toBe(shown);
  wait(1);
  expect(title()).toBeUndefined();
});

test("a toast with a button that was raised by keyboard stays", () => {
  renderInApp(
    <>
      <button type="button">Heart</button>
      <Toaster />
    </>,
  );
  vi.stubGlobal("location", { pathname: "/" });
  screen.getByRole("button", { name: "Heart" }).focus();
  act(() => showToast({ title: "Saved" }));
  wait(5_000);
  expect(title()).toBeUndefined();
  act(() => showToast({ title: "Log in", action }));
  wait(600_000);
  expect(title()).toBe("Log in");
});

test("a toast stays while the pointer or the focus is on it, whichever leaves first", () => {
  renderInApp(<Toaster />);
  act(() => showToast({ title: "Saved" }));
  const dismiss = screen.getByRole("button", { name: "Dismiss" });
  fireEvent.focusIn(dismiss);
  wait(60_000);
  expect(title()).toBe("Saved");
  fireEvent.pointerMove(screen.getByText("Saved"));
  fireEvent.focusOut(dismiss);
  wait(60_000);
  expect(title()).toBe("Saved");
  fireEvent.pointerLeave(screen.getByText("Saved").closest(".rounded-card")!);
  wait(4_999);
  expect(title(), "its time begins again").toBe("Saved");
  wait(1);
  expect(title()).toBeUndefined();
});

test("a toast that comes under a resting pointer ends after five seconds", () => {
  renderInApp(<Toaster />);
  act(() => showToast({ title: "Vote Added" }));
  fireEvent.pointerEnter(screen.getByText("Vote Added").closest(".rounded-card")!);
  wait(5_000);
  expect(title()).toBeUndefined();
});

test("a toast stays in a hidden tab, and has five seconds from the return to it", () => {
  const state = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  const turn = (isHidden: boolean) => {
    state.mockReturnValue(isHidden ? "hidden" : "visible");
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
  };
  renderInApp(<Toaster />);
  act(() => showToast({ title: "Export Failed" }));
  wait(600_000);
  turn(false);
  wait(3_000);
  turn(true);
  wait(600_000);
  turn(false);
  wait(4_999);
  expect(title()).toBe("Export Failed");
  wait(1);
  expect(title()).toBeUndefined();
});

test("a toast stays while a finger is on it", () => {
  renderInApp(<Toaster />);
  act(() => showToast({ title: "Saved" }));
  fireEvent.pointerDown(screen.getByText("Saved"));
  wait(60_000);
  expect(title()).toBe("Saved");
});

test("with the keyboard the time of a toast with a button begins when its page is left", () => {
  vi.stubGlobal("location", { pathname: "/" });
  renderInApp(
    <>
      <Link to="/about">About</Link>
      <Link to="/?media=gif">GIFs</Link>
      <Routes>
        <Route path="*" element={null} />
      </Routes>
      <Toaster />
    </>,
  );
  act(() => showToast({ title: "Log in", action }));
  fireEvent.click(screen.getByRole("link", { name: "GIFs" }));
  wait(60_000);
  expect(title()).toBe("Log in");
  fireEvent.click(screen.getByRole("link", { name: "About" }));
  wait(5_000);
  expect(title()).toBeUndefined();
});

test.each([
  ["politely", "polite", "success"],
  ["at once, if it is a failure", "assertive", "destructive"],
] as const)("a toast is announced %s", (_how, live, tone) => {
  renderInApp(<Toaster />);
  act(() => showToast({ title: "Export", tone }));
  const regions = [...document.querySelectorAll("[aria-live]")];
  const texts = regions.map((region) => [region.getAttribute("aria-live"), region.textContent]);
  expect(texts.filter(([, text]) => text !== "")).toEqual([[live, "Export"]]);
});

function DialogPage({ isOpen }: { isOpen: boolean }) {
  return (
    <>
      {isOpen && (
        <Dialog label="Post" onClose={() => undefined}>
          An opal
        </Dialog>
      )}
      <Toaster />
    </>
  );
}

test("a toast that moves out of a dialog goes on with its time and is not announced again", () => {
  vi.spyOn(document.body, "matches").mockReturnValue(false);
  const { rerender } = renderInApp(<DialogPage isOpen />);
  act(() => showToast({ title: "Log in", tone: "destructive" }));
  expect(screen.getByRole("dialog").contains(screen.getByRole("alert"))).toBe(true);
  expect(screen.getByRole("alert").textContent).toBe("Log in");
  wait(3_000);
  rerender(<DialogPage isOpen={false} />);
  expect(screen.getByText("Log in")).toBeTruthy();
  expect(screen.getByRole("alert").textContent).toBe("");
  wait(1_999);
  expect(title()).toBe("Log in");
  wait(1);
  expect(title()).toBeUndefined();
  act(() => showToast({ title: "Not now", tone: "destructive" }));
  expect(screen.getByRole("alert").textContent).toBe("Not now");
});

test("a toast whose dialog closes before it was read out is announced again, by a region that is there before it", () => {
  const { rerender } = renderInApp(<DialogPage isOpen />);
  act(() => showToast({ title: "Log in", tone: "destructive" }));
  const { appendChild } = Node.prototype;
  const added: (string | null)[] = [];
  vi.spyOn(Node.prototype, "appendChild").mockImplementation(function add<T extends Node>(
    this: Node,
    node: T,
  ): T {
    if (this === document.body) added.push(node.textContent);
    return appendChild.call(this, node) as T;
  });
  wait(900);
  rerender(<DialogPage isOpen={false} />);
  expect(added).toEqual([""]);
  expect(screen.getByRole("alert").textContent).toBe("Log in");
});

function FocusedPage() {
  return (
    <>
      <button type="button">Heart</button>
      <button type="button">Reddit</button>
      <Toaster />
    </>
  );
}

const button = (name: string) => screen.getByRole("button", { name });

function pressByKeyboard(name: string): void {
  button(name).focus();
  expect(document.activeElement).toBe(button(name));
  fireEvent.click(button(name));
}

test("a toast that disappears with the keyboard's focus returns it to the element focused before", () => {
  vi.stubGlobal("location", { pathname: "/" });
  renderInApp(<FocusedPage />);
  const onPress = () => showToast({ title: "Followed" });
  button("Heart").focus();
  act(() => showToast({ title: "Log in", action: { label: "Follow", onPress } }));
  button("Reddit").focus();
  pressByKeyboard("Follow");
  expect(title()).toBe("Followed");
  expect(document.activeElement).toBe(button("Heart"));
  pressByKeyboard("Dismiss");
  expect(title()).toBeUndefined();
  expect(document.activeElement).toBe(button("Heart"));
});

test.each(["after", "before"])(
  "if that element went %s the toast appeared, the focus returns to where it came from into the toast",
  (when) => {
    vi.stubGlobal("location", { pathname: "/" });
    renderInApp(<FocusedPage />);
    const card = document.body.appendChild(document.createElement("button"));
    card.focus();
    if (when === "before") card.remove();
    act(() => showToast({ title: "Log in", action }));
    button("Reddit").focus();
    card.remove();
    // happy-dom sets no relatedTarget.
    fireEvent.focusIn(button("Dismiss"), { relatedTarget: button("Reddit") });
    fireEvent.focusIn(button("Follow on this device"), { relatedTarget: button("Dismiss") });
    pressByKeyboard("Dismiss");
    expect(document.activeElement).toBe(button("Reddit"));
  },
);

test("a toast dismissed by a pointer, and one that ends without the focus, move no focus", () => {
  renderInApp(<FocusedPage />);
  button("Heart").focus();
  act(() => showToast({ title: "Saved" }));
  button("Reddit").focus();
  wait(5_000);
  expect(title()).toBeUndefined();
  expect(document.activeElement).toBe(button("Reddit"));
  act(() => showToast({ title: "Saved" }));
  const dismiss = button("Dismiss");
  vi.spyOn(dismiss, "matches").mockReturnValue(false);
  dismiss.focus();
  fireEvent.click(dismiss);
  expect(document.activeElement).toBe(document.body);
});
