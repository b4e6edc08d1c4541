import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { buildAlone } from "./build-lock.ts";
import { filesBelow, hashOfContents, hashOfStats, root, unlessStamped } from "#tools/files.ts";
import { ensureMigrated } from "#tools/migrations.ts";
import { runTool } from "#tools/tools.ts";
import { Refused, runMain } from "#tools/refused.ts";

const SAMPLE_FILES = "sample/media/files";
const NOTICES = "THIRD-PARTY-NOTICES.md";
const at = (...parts: string[]) => join(root, ...parts);

const isBundled = (path: string) => !/\.test\.tsx?$/.test(path) && !path.startsWith("web/e2e/");

function webHash(): string {
  const sources = filesBelow(
    "web",
    "view",
    "normalise",
    "schema",
    NOTICES,
    "package.json",
    "package-lock.json",
  );
  return hashOfContents(sources.filter(isBundled));
}

export function bundleWeb(outDir: string): void {
  rmSync(outDir, { recursive: true, force: true });
  // Vite respects an inherited NODE_ENV, and a test runner's would bundle React's development build.
  const env = { NODE_ENV: "production" };
  const { ok, output } = runTool("vite", ["build", "web", "--outDir", outDir], { env });
  if (!ok) throw new Refused(`vite build failed:\n${output}`);
  // The licences require their texts with every copy, and the site distributes copies of the scripts.
  copyFileSync(at(NOTICES), join(outDir, "third-party-notices.txt"));
}

/** Makes a hard link, or a copy on another file system. */
function place(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/**
 * Assembles the local Worker's assets: the web app and the sample's media. Keeps the folder itself, because a running
 * server has it open and would not see a new folder of the same name.
 */
export function assembleLocal(folder: string, web: string, media: string[]): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  cpSync(web, folder, { recursive: true });
  for (const path of media)
    place(at(path), join(folder, "sample/media", path.slice(SAMPLE_FILES.length + 1)));
}

async function buildChanged(local: boolean): Promise<void> {
  const hash = webHash();
  if (!existsSync(at("dist/web/index.html"))) rmSync(at(".cache/web-built"), { force: true });
  await unlessStamped(".cache/web-built", hash, () => {
    console.log("Building the web app …");
    bundleWeb(at("dist/web"));
  });
  if (!local) return;
  const media = filesBelow(SAMPLE_FILES);
  if (!existsSync(at("dist/local/index.html"))) rmSync(at(".cache/local-built"), { force: true });
  await unlessStamped(".cache/local-built", hash + hashOfStats(media), () =>
    assembleLocal(at("dist/local"), at("dist/web"), media),
  );
}

export const buildWeb = ({ local = false } = {}): Promise<void> =>
  buildAlone(at(".cache/building.sqlite"), () => buildChanged(local));

/**
 * Refuses to deploy the top level of wrangler.toml, local development with a public admin password. `wranglerCommand`
 * is "dev", "deploy" or "versions upload"; undefined if wrangler does not run this.
 */
export function localBuildRefusal(wranglerCommand: string | undefined): string | null {
  if (wranglerCommand === undefined || wranglerCommand === "dev") return null;
  return (
    `This is the configuration of local development, and "wrangler ${wranglerCommand}" would publish it.\n` +
    "Run npm run deploy -- --env production (or staging); docs/operations.md says what it needs."
  );
}

/** In `npm run dev` Vite serves the app, so an existing bundle is enough. */
async function main(): Promise<void> {
  const local = process.argv.includes("--local");
  const refusal = local ? localBuildRefusal(process.env["WRANGLER_COMMAND"]) : null;
  if (refusal !== null) throw new Refused(refusal);
  const isServedByVite = process.env["UNEARTH_WEB"] === "vite" && existsSync(at("dist/local"));
  if (!isServedByVite) await buildWeb({ local });
  if (local) await ensureMigrated();
}

if (import.meta.main) await runMain(main);
