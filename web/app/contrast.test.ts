import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const styles = read("./styles.css");

function tokens(theme: "light" | "dark", css = styles): Record<string, string> {
  const found = css.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g);
  return Object.fromEntries(
    [...found].map(([, name, light, dark]) => [name, theme === "light" ? light : dark]),
  );
}

function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ["ground", "surface", "raised"];
const TEXT_PAIRS = [
  ...["text", "quiet", "citrine", "garnet", "jade"].flatMap((ink) =>
    GROUNDS.map((ground) => [ink, ground] as const),
  ),
  ["on-citrine", "citrine"],
  ["on-garnet", "garnet"],
] as const;

for (const theme of ["light", "dark"] as const) {
  const color = tokens(theme);

  test.each(TEXT_PAIRS)(`${theme}: %s on %s has a contrast of at least 4.5 to 1`, (ink, ground) => {
    expect(contrast(color[ink] ?? "", color[ground] ?? "")).toBeGreaterThanOrEqual(4.5);
  });

  test.each(["ground", "surface"])(`${theme}: an input's border has 3 to 1 against %s`, (g) => {
    expect(contrast(color["edge"] ?? "", color[g] ?? "")).toBeGreaterThanOrEqual(3);
  });
}

// A theme colour of the browser or of the installed app cannot name a token.
test.each([
  ["../index.html", ["light", "dark"]],
  ["./first.js", ["light", "dark"]],
  ["../features/theme/theme.ts", ["light", "dark"]],
  ["../public/manifest.webmanifest", ["dark"]],
] as const)("the colours of %s are the page's background", (path, themes) => {
  const found = read(path).match(/#[0-9a-f]{6}\b/g);
  const grounds = themes.map((theme) => tokens(theme)["ground"]);
  expect(new Set(found)).toEqual(new Set(grounds));
});

test.each(["light", "dark"] as const)("the companion's %s colours are the page's", (theme) => {
  const own = tokens(theme, read("../../extension/popup.css"));
  expect(own).toHaveProperty("ground");
  expect(tokens(theme)).toMatchObject(own);
});
