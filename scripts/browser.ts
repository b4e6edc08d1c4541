import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { root } from "./files.ts";
import { nodePath, toolEnvironment } from "./install.mjs";

interface FoundBrowser {
  path: string;
  isHeadlessOnly?: boolean;
  env?: Record<string, string>;
}

const OLDEST = 123;

const PLACES = {
  linux: ["google-chrome-stable", "google-chrome", "chromium", "chromium-browser"].flatMap((name) =>
    (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, name)),
  ),
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ],
  win32: ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"].map((name) =>
    join(process.env[name] ?? "", "Google/Chrome/Application/chrome.exe"),
  ),
};

function isRecent(path: string): boolean {
  // chrome.exe --version opens a window instead of answering.
  if (process.platform === "win32") return true;
  const { stdout } = spawnSync(path, ["--version"], { encoding: "utf8", timeout: 10_000 });
  return Number(/(\d+)\.\d+\.\d+/.exec(stdout ?? "")?.[1] ?? 0) >= OLDEST;
}

function installedBrowser(): FoundBrowser | null {
  const chosen = process.env["BROWSER_PATH"];
  if (chosen) return { path: chosen };
  const places = PLACES[process.platform as keyof typeof PLACES] ?? [];
  const path = places.find((place) => existsSync(place) && isRecent(place));
  return path ? { path } : null;
}

/** The package unpacks into the folder for temporary files, so for a moment that is ours. */
async function unpack(folder: string): Promise<void> {
  console.log("Unpacking the test browser (once) …");
  const { inflate } = await import("@sparticuz/chromium");
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = partial;
  try {
    const packed = join(root, "node_modules/@sparticuz/chromium/bin");
    const parts = ["chromium.br", "al2023.tar.br", "fonts.tar.br", "swiftshader.tar.br"];
    await Promise.all(parts.map((name) => inflate(join(packed, name))));
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
  renameSync(partial, folder);
}

/** A Chromium from npm, with the system libraries it needs: works on a machine that has neither. */
async function packagedBrowser(): Promise<FoundBrowser | null> {
  if (process.platform !== "linux" || process.arch !== "x64") return null;
  const manifest = join(root, "node_modules/@sparticuz/chromium/package.json");
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
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
    const cli = join(root, "node_modules/playwright-core/cli.js");
    spawnSync(nodePath, [cli, "install", "chromium"], { stdio: "inherit", env: toolEnvironment() });
  }
  if (!existsSync(path))
    throw new Error(
      "No browser for the journeys. Install Google Chrome or Chromium, or set BROWSER_PATH to one,\n" +
        "or run: npx playwright-core install chromium",
    );
  return { path };
}

/** For hosts other than this machine every name is unknown: a test never reaches the network. */
const ARGS = [
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
  "--autoplay-policy=no-user-gesture-required",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  "--no-first-run",
];

export async function findBrowser(): Promise<FoundBrowser> {
  return installedBrowser() ?? (await packagedBrowser()) ?? downloadedBrowser();
}

export async function launchBrowser({ headed = false } = {}): Promise<Browser> {
  const { path, isHeadlessOnly, env = {} } = await findBrowser();
  if (headed && isHeadlessOnly)
    throw new Error("--headed needs an installed Chrome or Chromium, or BROWSER_PATH set to one.");
  return chromium.launch({
    executablePath: path,
    headless: !headed,
    args: ARGS,
    env: { ...process.env, ...env } as Record<string, string>,
  });
}
