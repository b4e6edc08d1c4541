// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useHoldToReveal } from "./use-hold-to-reveal.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const opens = vi.fn<() => void>();

function Card({ isCovered }: { isCovered: boolean }) {
  const hold = useHoldToReveal(isCovered);
  return (
    <button {...hold.handlers} onClick={() => !hold.endedHold() && opens()}>
      {hold.isCovered ? "Covered" : "Shown"}
    </button>
  );
}

const card = () => screen.getByRole("button");

function hold() {
  fireEvent.pointerDown(card(), { pointerType: "touch" });
  act(() => void vi.advanceTimersByTime(400));
  expect(card().textContent).toBe("Shown");
  fireEvent.pointerUp(card(), { pointerType: "touch" });
  expect(card().textContent).toBe("Covered");
}

test("a tap reveals nothing, not even later", () => {
  render(<Card isCovered />);
  fireEvent.pointerDown(card(), { pointerType: "touch" });
  act(() => void vi.advanceTimersByTime(200));
  fireEvent.pointerUp(card(), { pointerType: "touch" });
  act(() => void vi.advanceTimersByTime(1_000));
  expect(card().textContent).toBe("Covered");
});

test("a picture is covered again when the finger leaves its card", () => {
  render(<Card isCovered />);
  fireEvent.pointerDown(card(), { pointerType: "touch" });
  act(() => void vi.advanceTimersByTime(400));
  fireEvent.pointerLeave(card(), { pointerType: "touch" });
  expect(card().textContent).toBe("Covered");
});

test("the click that ends a hold does not open the post", () => {
  render(<Card isCovered />);
  hold();
  fireEvent.click(card());
  expect(opens).not.toHaveBeenCalled();
});

test("after a hold without a click, the next tap opens the post, covered or not", () => {
  const { rerender } = render(<Card isCovered />);
  hold();
  act(() => void vi.advanceTimersByTime(400));
  rerender(<Card isCovered={false} />);
  fireEvent.click(card());
  expect(opens).toHaveBeenCalledOnce();
});

test.each([
  { hovers: true, shown: "Covered" },
  { hovers: false, shown: "Shown" },
])("a mouse reveals by holding only where it does not hover: %o", ({ hovers, shown }) => {
  vi.stubGlobal("matchMedia", () => ({ matches: hovers }));
  render(<Card isCovered />);
  fireEvent.pointerDown(card(), { pointerType: "mouse" });
  act(() => void vi.advanceTimersByTime(400));
  expect(card().textContent).toBe(shown);
});

test("a hold keeps the browser's menu away, a press before it does not", () => {
  render(<Card isCovered />);
  const opensMenu = () => fireEvent.contextMenu(card());
  expect(opensMenu()).toBe(true);
  fireEvent.pointerDown(card(), { pointerType: "touch" });
  act(() => void vi.advanceTimersByTime(400));
  expect(opensMenu()).toBe(false);
});
