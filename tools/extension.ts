import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { zipSync } from "fflate";
import sharp from "sharp";
import { build } from "vite";
import {
  BROWSERS,
  EXTENSION_VERSION,
  homeFor,
  ICON_SIZES,
  manifestFor,
  originsFor,
  type ExtensionSettings,
} from "#extension/manifest.ts";
import { REDDIT_ORIGIN } from "#schema/reddit-origin.ts";
import { brand } from "#schema/brand.ts";
import { filesBelow, root } from "./files.ts";
import { Refused, runMain } from "./refused.ts";

/** Each becomes one classic script (decision 096), because content scripts cannot be modules. */
const SCRIPTS = ["background", "bridge", "reddit-link", "popup"];
const OUT = "dist/extension";

async function bundleScript(name: string, folder: string, settings: ExtensionSettings) {
  const { isDevelopment, redditOrigin = REDDIT_ORIGIN, browser } = settings;
  await build({
    configFile: false,
    root,
    logLevel: "warn",
    publicDir: false,
    define: {
      UNEARTH_ORIGINS: JSON.stringify(originsFor(isDevelopment)),
      UNEARTH_HOME: JSON.stringify(homeFor(isDevelopment)),
      REDDIT_ORIGIN: JSON.stringify(redditOrigin),
      EXTENSION_VERSION: JSON.stringify(EXTENSION_VERSION),
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      // The stores' reviewers read the code.
      minify: false,
      target: browser === "firefox" ? "firefox140" : "chrome126",
      rolldownOptions: {
        input: join(root, "extension", `${name}.ts`),
        output: { format: "iife", entryFileNames: `${name}.js` },
      },
    },
  });
}

async function writeIcons(folder: string): Promise<void> {
  mkdirSync(join(folder, "icons"));
  const drawing = join(root, "web/public/icon-512.png");
  for (const size of ICON_SIZES)
    await sharp(drawing)
      .resize(size)
      .png()
      .toFile(join(folder, "icons", `${size}.png`));
}

/** Builds a folder that a browser can load. */
export async function buildExtension(folder: string, settings: ExtensionSettings): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of SCRIPTS) await bundleScript(name, folder, settings);
  const popup = readFileSync(join(root, "extension/popup.html"), "utf8");
  writeFileSync(join(folder, "popup.html"), popup.replaceAll("%BRAND%", brand.name));
  copyFileSync(join(root, "extension/popup.css"), join(folder, "popup.css"));
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE.txt"));
  copyFileSync(join(root, "node_modules/zod/LICENSE"), join(folder, "LICENSE-zod.txt"));
  await writeIcons(folder);
  const manifest = JSON.stringify(manifestFor(settings), null, 2);
  writeFileSync(join(folder, "manifest.json"), `${manifest}\n`);
}

/** A fixed date, so that a build can be compared byte by byte with the store's. */
const ZIP_DATE = new Date("2026-01-01T00:00:00");

export function zipFolder(folder: string): Uint8Array {
  const files = filesBelow(folder).toSorted();
  const entries = files.map((path) => [
    path.slice(folder.length + 1),
    readFileSync(join(root, path)),
  ]);
  return zipSync(Object.fromEntries(entries) as Record<string, Uint8Array>, {
    level: 9,
    mtime: ZIP_DATE,
  });
}

/** KB of the zip that a store gets. */
export const MAX_EXTENSION_KB = 60;

async function main(): Promise<void> {
  for (const browser of BROWSERS) {
    await buildExtension(join(root, OUT, `${browser}-development`), {
      browser,
      isDevelopment: true,
    });
    const folder = `${OUT}/${browser}`;
    await buildExtension(join(root, folder), { browser, isDevelopment: false });
    const zip = zipFolder(folder);
    const file = `${OUT}/unearth-companion-${browser}-${EXTENSION_VERSION}.zip`;
    writeFileSync(join(root, file), zip);
    const size = zip.length / 1000;
    console.log(`${folder}, ${basename(file)}: ${size.toFixed(1)} KB`);
    if (size > MAX_EXTENSION_KB) throw new Refused(`${file} is over ${MAX_EXTENSION_KB} KB`);
  }
  console.log(`Load ${OUT}/chrome-development or firefox-development beside npm start.`);
  console.log(
    `Before an upload to a store that has ${EXTENSION_VERSION} already: raise EXTENSION_VERSION in extension/manifest.ts and run this again.`,
  );
}

if (import.meta.main) await runMain(main);
