// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { imageSizes, savesData, setSavesData } from "./data-saver.ts";

afterEach(() => localStorage.clear());

test("the browser's own setting counts until the visitor chooses", () => {
  expect(savesData()).toBe(false);
  vi.stubGlobal("navigator", { connection: { saveData: true } });
  expect(savesData()).toBe(true);
  vi.stubGlobal("navigator", {});
  const setting = "(prefers-reduced-data: reduce)";
  vi.stubGlobal("matchMedia", (media: string) => ({ matches: media === setting }));
  expect(savesData()).toBe(true);
  setSavesData(false);
  expect(savesData()).toBe(false);
});

test("the choice is kept for the next visit", () => {
  setSavesData(true);
  expect(localStorage.getItem("data-saver")).toBe("on");
  expect(savesData()).toBe(true);
});

test("the data saver requests one image pixel per CSS pixel", () => {
  vi.stubGlobal("devicePixelRatio", 3);
  expect(imageSizes(390, true)).toBe("130px");
  expect(imageSizes(390, false)).toBe("390px");
});
