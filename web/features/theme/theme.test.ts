// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { nextTheme, setTheme, themeStore } from "./theme.ts";

afterEach(() => {
  document.head.replaceChildren();
  setTheme("system");
});

test("a theme is stored, and the browser's bars take its background", () => {
  const metas = ["light", "dark"].map((scheme) => {
    const media = `(prefers-color-scheme: ${scheme})`;
    return Object.assign(document.createElement("meta"), { name: "theme-color", media });
  });
  document.head.append(...metas);
  const bars = () => metas.map(({ content }) => content);
  const [light, dark] = ["#faf9f6", "#0b0c0f"];
  for (const [theme, stored, colors] of [
    ["dark", "dark", [dark, dark]],
    ["light", "light", [light, light]],
    ["system", null, [light, dark]],
  ] as const) {
    const changed = vi.fn<() => void>();
    const stop = themeStore.subscribe(changed);
    setTheme(theme);
    stop();
    expect(changed, "the button shows it").toHaveBeenCalledOnce();
    expect(themeStore.read()).toBe(theme);
    expect(localStorage.getItem("theme"), theme).toBe(stored);
    expect(bars(), theme).toEqual(colors);
  }
});

test("the button's order is system, dark, light and from the beginning", () => {
  expect((["system", "dark", "light"] as const).map(nextTheme)).toEqual([
    "dark",
    "light",
    "system",
  ]);
});
