import { defineConfig } from "@playwright/test";
import { PHONE } from "#tools/devices.ts";
import tests from "./playwright.config.ts";

const DESKTOP = { viewport: { width: 1440, height: 900 } };
const reducedMotion = "reduce" as const;

/** `npm run shots` and, for the pictures of README.md, `npm run shots -- --readme`. */
export default defineConfig({
  ...tests,
  testMatch: ["shots.ts", "companion-shots.ts"],
  outputDir: ".cache/shots",
  retries: 0,
  projects: [
    { name: "phone-dark", use: { ...PHONE, reducedMotion, colorScheme: "dark" } },
    { name: "phone-light", use: { ...PHONE, reducedMotion, colorScheme: "light" } },
    { name: "desktop-dark", use: { ...DESKTOP, reducedMotion, colorScheme: "dark" } },
    { name: "desktop-light", use: { ...DESKTOP, reducedMotion, colorScheme: "light" } },
  ],
});
