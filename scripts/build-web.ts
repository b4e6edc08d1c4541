import { copyFileSync, cpSync, existsSync, linkSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { filesBelow, hashOfContents, hashOfStats, root, unlessStamped } from "./files.ts";
import { ensureMigrated } from "./migrations.ts";
import { runTool } from "./tools.ts";

/** Not of the web, but the stylesheet has its classes too. */
const PAINT = "worker/page/first-paint.ts";
const SAMPLE_FILES = "sample/media/files";
const at = (...parts: string[]) => join(root, ...parts);

const isBundled = (path: string) => !/\.test\.tsx?$/.test(path) && !path.startsWith("web/e2e/");

function webHash(): string {
  const sources = filesBelow("web", "schema", PAINT, "package.json", "package-lock.json");
  return hashOfContents(sources.filter(isBundled));
}

function bundleWeb(): void {
  console.log("Building the web app …");
  rmSync(at("dist/web"), { recursive: true, force: true });
  const { ok, output } = runTool("vite", ["build", "web", "--outDir", at("dist/web")]);
  if (!ok) throw new Error(`vite build failed:\n${output}`);
}

/** A hard link costs nothing; another file system needs a copy. */
function place(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/** What the local Worker serves: the web app, and the sample source's media beside it. */
function assembleLocal(media: string[]): void {
  rmSync(at("dist/local"), { recursive: true, force: true });
  cpSync(at("dist/web"), at("dist/local"), { recursive: true });
  for (const path of media)
    place(at(path), at("dist/local/sample/media", path.slice(SAMPLE_FILES.length + 1)));
}

export async function buildWeb({ local = false } = {}): Promise<void> {
  const hash = webHash();
  if (!existsSync(at("dist/web/index.html"))) rmSync(at(".cache/web-built"), { force: true });
  await unlessStamped(".cache/web-built", hash, bundleWeb);
  if (!local) return;
  const media = filesBelow(SAMPLE_FILES);
  if (!existsSync(at("dist/local/index.html"))) rmSync(at(".cache/local-built"), { force: true });
  await unlessStamped(".cache/local-built", hash + hashOfStats(media), () => assembleLocal(media));
}

/** `npm run dev` serves the web from Vite: its edits need no bundle, only a first one to exist. */
async function main(): Promise<void> {
  const local = process.argv.includes("--local");
  const isServedByVite = process.env["UNEARTH_WEB"] === "vite" && existsSync(at("dist/local"));
  if (!isServedByVite) await buildWeb({ local });
  if (local) await ensureMigrated();
}

if (import.meta.main)
  await main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
