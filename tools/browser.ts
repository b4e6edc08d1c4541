import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type LaunchOptions } from "@playwright/test";
import { root } from "./files.ts";
import { nodePath, toolEnvironment } from "./install.mjs";
import { memoryFolder } from "./memory-folder.ts";

interface FoundBrowser {
  path: string;
  isHeadlessOnly?: boolean;
  env?: Record<string, string>;
}

const PACKAGE = join(root, "node_modules/@sparticuz/chromium");
const PARTS = ["chromium.br", "al2023.tar.br", "fonts.tar.br", "swiftshader.tar.br"];

/** The package only unpacks into the folder for temporary files, so TMPDIR is set to ours meanwhile. */
async function unpack(folder: string): Promise<void> {
  console.log("Unpacking the test browser (once) …");
  const { inflate } = await import("@sparticuz/chromium");
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = partial;
  try {
    await Promise.all(PARTS.map((name) => inflate(join(PACKAGE, "bin", name))));
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
  renameSync(partial, folder);
}

/** The Chromium of @sparticuz/chromium, which includes the system libraries that it needs. */
async function packagedBrowser(): Promise<FoundBrowser | null> {
  if (process.platform !== "linux" || process.arch !== "x64") return null;
  const manifest = readFileSync(join(PACKAGE, "package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  const folder = join(root, ".cache", `chromium-${version}`);
  if (!existsSync(folder)) await unpack(folder);
  const libraries = [join(folder, "al2023/lib"), process.env["LD_LIBRARY_PATH"]];
  return {
    path: join(folder, "chromium"),
    isHeadlessOnly: true,
    env: {
      LD_LIBRARY_PATH: libraries.filter(Boolean).join(":"),
      ...(existsSync("/etc/fonts/fonts.conf") ? {} : { FONTCONFIG_PATH: join(folder, "fonts") }),
    },
  };
}

/** Playwright's own download, on systems for which npm carries no browser. */
function downloadedBrowser(): FoundBrowser {
  const path = chromium.executablePath();
  if (!existsSync(path)) {
    const cli = join(root, "node_modules/@playwright/test/cli.js");
    spawnSync(nodePath, [cli, "install", "chromium"], { stdio: "inherit", env: toolEnvironment() });
  }
  if (!existsSync(path))
    throw new Error(
      "No browser for the tests. Run: npx playwright install chromium\n" +
        "or set BROWSER_PATH to an installed Chrome or Chromium.",
    );
  return { path };
}

/** Uses an installed Chrome only if BROWSER_PATH names it, so that every machine tests with the same browser. */
export async function findBrowser(): Promise<FoundBrowser> {
  const chosen = process.env["BROWSER_PATH"];
  if (!chosen) return (await packagedBrowser()) ?? downloadedBrowser();
  if (!existsSync(chosen)) throw new Error(`BROWSER_PATH names no file: ${chosen}`);
  return { path: chosen };
}

/** A browser that loads extensions, which the packaged headless shell does not; null if there is none. */
export function findFullBrowser(): string | null {
  const path = process.env["BROWSER_PATH"] || chromium.executablePath();
  return existsSync(path) ? path : null;
}

/** Only localhost resolves, so no test reaches the network. */
export const launchArgs = [
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
  "--autoplay-policy=no-user-gesture-required",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  "--no-first-run",
];

/** A fixed locale: the machine's would change date fields, and could drop accents from file names. */
const language = { LANGUAGE: "en_US", LC_ALL: "C.UTF-8" };

export async function browserLaunchOptions(): Promise<LaunchOptions> {
  const { path, isHeadlessOnly = false, env = {} } = await findBrowser();
  if (isHeadlessOnly && process.argv.some((arg) => arg === "--headed" || arg === "--debug"))
    throw new Error(
      "The test browser has no window: set BROWSER_PATH to an installed Chrome or Chromium.",
    );
  return {
    executablePath: path,
    args: launchArgs,
    // Playwright's default, with which a page load takes 3 % more processor. Without room in memory Chromium crashes
    // unless it uses files.
    ignoreDefaultArgs: memoryFolder() === null ? [] : ["--disable-dev-shm-usage"],
    env: { ...process.env, ...language, ...env },
  };
}

export const launchBrowser = async (): Promise<Browser> =>
  chromium.launch(await browserLaunchOptions());
