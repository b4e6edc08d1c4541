import { afterEach, expect, test } from "vitest";
import { currentToast, dismissToast, onToastChange, showToast } from "./toast-store.ts";

afterEach(dismissToast);

test("one toast at a time: a new one takes the place of the last, as a new toast", () => {
  showToast({ title: "First" });
  const first = currentToast();
  showToast({ title: "First" });
  expect(currentToast()?.title).toBe("First");
  expect(currentToast()?.id).not.toBe(first?.id);
});

test("whoever listens hears of it, and not after leaving", () => {
  let heard = 0;
  const leave = onToastChange(() => (heard += 1));
  showToast({ title: "A" });
  leave();
  dismissToast();
  expect(heard).toBe(1);
});
