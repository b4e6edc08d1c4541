import { createStore } from "#web/lib/store.ts";
import { writeStored } from "#web/lib/stored.ts";

const THEMES = ["system", "dark", "light"] as const;
export type Theme = (typeof THEMES)[number];

const STORAGE_KEY = "theme";

function readTheme(): Theme {
  const value = document.documentElement.dataset["theme"];
  return value === "dark" || value === "light" ? value : "system";
}

export const themeStore = createStore<Theme>(readTheme);

const BAR_COLORS = { dark: "#0b0c0f", light: "#faf9f6" } as const;

/** The browser's own bars take the page's background colour. */
function setBarColors(theme: Theme): void {
  const metas = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
  for (const meta of metas) {
    const own = meta.media.includes("dark") ? "dark" : "light";
    meta.content = BAR_COLORS[theme === "system" ? own : theme];
  }
}

/** app/first.js reads the stored theme before the first paint of the next visit. */
export function setTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme;
  setBarColors(theme);
  writeStored("local", STORAGE_KEY, theme === "system" ? null : theme);
  themeStore.notify();
}

export function nextTheme(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
}
