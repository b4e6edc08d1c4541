import { keepStored } from "#web/lib/stored.ts";

export const THEMES = ["system", "dark", "light"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "theme";
const listeners = new Set<() => void>();

export function storedTheme(): Theme {
  const value = document.documentElement.dataset["theme"];
  return value === "dark" || value === "light" ? value : "system";
}

export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const GROUNDS = { dark: "#0b0c0f", light: "#faf9f6" } as const;

/** The browser's own bars take the page's colour. */
function colorBars(theme: Theme): void {
  const metas = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
  for (const meta of metas) {
    const own = meta.media.includes("dark") ? "dark" : "light";
    meta.content = GROUNDS[theme === "system" ? own : theme];
  }
}

/** public/first.js reads what this writes, before the first paint of the next visit. */
export function setTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme;
  colorBars(theme);
  keepStored("local", KEY, theme === "system" ? null : theme);
  for (const listener of listeners) listener();
}

export function nextTheme(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
}
