import { afterEach, expect, test } from "vitest";
import { dismissToast, showToast, toastStore } from "./toast-store.ts";

afterEach(dismissToast);

test("a new toast replaces the last one, even with the same words", () => {
  showToast({ title: "First" });
  const first = toastStore.read();
  showToast({ title: "First" });
  expect(toastStore.read()?.title).toBe("First");
  expect(toastStore.read()?.id).not.toBe(first?.id);
});

test("listeners are called for a new toast and for its end", () => {
  const seen: (string | undefined)[] = [];
  const unsubscribe = toastStore.subscribe(() => seen.push(toastStore.read()?.title));
  showToast({ title: "A" });
  dismissToast();
  unsubscribe();
  expect(seen).toEqual(["A", undefined]);
});
