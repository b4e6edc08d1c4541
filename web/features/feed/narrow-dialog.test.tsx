// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { NarrowDialog } from "./narrow-dialog.tsx";
import type { NarrowFeed } from "./narrow-feed.ts";
import { NO_NARROWING, type Narrowing } from "#schema/choices.ts";
import type { View } from "./use-feed-address.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
afterEach(() => vi.useRealTimers());

const changes: Partial<View>[] = [];

function Sheet() {
  const [narrowing, setNarrowing] = useState<Narrowing>(NO_NARROWING);
  const address: NarrowFeed["address"] = {
    sort: "new",
    filter: "all",
    ...narrowing,
    isNarrow: Object.values(narrowing).some(Boolean),
    change: (part) => {
      changes.push(part);
      setNarrowing({ ...narrowing, ...part });
    },
    setSort: () => {},
    setFilter: () => {},
  };
  const more = { hasMore: false, isLoading: false, error: null };
  const feed = {
    address,
    loaded: [],
    listed: [],
    posts: [],
    isHidden: () => false,
    isJump: false,
    knownName: null,
    more: { ...more, onMore: () => {}, setPageSize: () => {} },
  };
  return (
    <NarrowDialog feed={feed} onClose={() => {}}>
      {null}
    </NarrowDialog>
  );
}

function openSheet() {
  changes.length = 0;
  renderInApp(<Sheet />);
}

const words = () => screen.getByLabelText<HTMLInputElement>("Words in titles");
const day = () => screen.getByLabelText<HTMLInputElement>("Posted before");
const type = (input: HTMLInputElement, value: string) =>
  fireEvent.change(input, { target: { value } });
const pause = () => act(() => vi.advanceTimersByTimeAsync(500));

test.each([
  ["with a mouse", false, () => words()],
  [
    "on a phone, whose keyboard would cover it",
    true,
    () => screen.getByRole("group", { name: "Narrow down" }),
  ],
])("%s the sheet opens at its field or at the whole", (_, isCoarse, focused) => {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: isCoarse && query === "(pointer: coarse)",
  }));
  onTestFinished(() => void vi.unstubAllGlobals());
  openSheet();
  expect(document.activeElement).toBe(focused());
});

test("a space at the end stays in the input, and is not part of the address", async () => {
  openSheet();
  type(words(), "red ");
  await pause();
  expect(changes).toEqual([{ q: "red" }]);
  expect(words().value).toBe("red ");
  type(words(), "red s");
  await pause();
  expect(changes.at(-1)).toEqual({ q: "red s" });
});

test("Clear empties words and day, and neither comes back", async () => {
  openSheet();
  type(words(), "red ");
  await pause();
  type(day(), "2023-05-01");
  await pause();
  expect(changes).toEqual([{ q: "red" }, { before: "2023-05-01" }]);
  fireEvent.click(screen.getByRole("button", { name: "Clear" }));
  await pause();
  expect([words().value, day().value]).toEqual(["", ""]);
  expect(changes.slice(2)).toEqual([{ r: null, q: null, before: null }]);
});

const fields = { words: [words, "red"], day: [day, "2023-05-01"] } as const;

test.each(["words", "day"] as const)("Clear drops %s typed just before it", async (typed) => {
  const [input, text] = fields[typed];
  const [other, set] = fields[typed === "words" ? "day" : "words"];
  openSheet();
  type(other(), set);
  await pause();
  type(input(), text);
  fireEvent.click(screen.getByRole("button", { name: "Clear" }));
  expect([words().value, day().value]).toEqual(["", ""]);
  await pause();
  expect([words().value, day().value]).toEqual(["", ""]);
  expect(changes.slice(1)).toEqual([{ r: null, q: null, before: null }]);
});

test("a device whose clock is years behind refuses no day of its future", () => {
  vi.setSystemTime("2019-01-01");
  openSheet();
  expect(day().max > "2023-05-01").toBe(true);
});

test("the field for a day says that days are those of UTC", () => {
  openSheet();
  const hint = day().getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(hint)?.textContent).toBe("A day in UTC");
});

test("a day from before Reddit is not taken, and the field says why once it is left", async () => {
  openSheet();
  const validity = vi.spyOn(day(), "validity", "get");
  validity.mockReturnValue({ ...day().validity, valid: false });
  type(day(), "0202-05-01");
  expect(screen.queryByText(/^Reddit began/)).toBeNull();
  fireEvent.blur(day());
  await pause();
  expect(changes).toEqual([]);
  expect(day().getAttribute("aria-invalid")).toBe("true");
  const reason = screen.getByText("Reddit began on June 23, 2005. Choose a later day.");
  expect(reason.getAttribute("role"), "the focus has left the field").toBe("alert");
  validity.mockReturnValue({ ...day().validity, valid: true });
  type(day(), "2023-05-01");
  expect(screen.queryByText(/^Reddit began/)).toBeNull();
});

test("the last typed words are saved when the sheet closes before the pause", () => {
  changes.length = 0;
  const { unmount } = renderInApp(<Sheet />);
  type(words(), "red");
  unmount();
  expect(changes).toEqual([{ q: "red" }]);
});

test("Clear keeps the focus, though nothing is left to clear", async () => {
  openSheet();
  type(words(), "red");
  await pause();
  const clear = screen.getByRole("button", { name: "Clear" });
  clear.focus();
  fireEvent.click(clear);
  await pause();
  // Browsers take the focus from a button that becomes `disabled`; happy-dom does not.
  expect([clear.getAttribute("aria-disabled"), clear.hasAttribute("disabled")]).toEqual([
    "true",
    false,
  ]);
  fireEvent.click(clear);
  expect(changes).toHaveLength(2);
});
