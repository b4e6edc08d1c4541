import { randomUUID } from "node:crypto";
import { cpSync, existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { hashOfContents, root } from "#tools/files.ts";
import { ensureMigrated, migrationFiles } from "#tools/migrations.ts";
import { stopTool } from "#tools/process-group.ts";
import { waitUntilHealthy } from "./start-wait.ts";
import { startDev } from "./start-dev.ts";

export interface TestServer {
  baseUrl: string;
  /** The folder of its database, relative to the root. */
  state: string;
  /** The process id of wrangler, the parent of workerd. */
  pid: number;
  output: () => string;
  stop: () => Promise<void>;
}

/**
 * Returns a state folder with an empty migrated database; copying it saves the seconds of a migration. It gets its
 * name once it is complete: test files and lanes ask for it at the same time.
 */
export async function ensureMigratedTemplate(): Promise<string> {
  const template = join(
    root,
    ".cache",
    `migrated-${hashOfContents(migrationFiles()).slice(0, 12)}`,
  );
  if (existsSync(template)) return template;
  const own = `${template}-${randomUUID()}`;
  await ensureMigrated(own);
  try {
    renameSync(own, template);
  } catch (error) {
    if (!existsSync(template)) throw error;
    rmSync(own, { recursive: true });
  }
  return template;
}

/** Fills the folder with an empty migrated database. */
export async function createState(state: string): Promise<void> {
  const template = await ensureMigratedTemplate();
  rmSync(join(root, state), { recursive: true, force: true });
  cpSync(template, join(root, state), { recursive: true });
}

/** Starts the built product like `npm start`, on a free port with its own database and without rate limits. */
export async function startServer(
  name: string,
  { vars = {} as Record<string, string>, keepsState = false } = {},
): Promise<TestServer> {
  const state = join(".cache", name);
  if (!keepsState) await createState(state);
  // The source is explicit, because a developer's .dev.vars may name another.
  const allVars = { POST_SOURCE: "sample", RATE_LIMITS: "off", ...vars };
  const { child, port, output } = await startDev(state, allVars, { UNEARTH_STATE: state });
  const stop = () => stopTool(child);
  if (!(await waitUntilHealthy(child, `http://127.0.0.1:${port}`))) {
    await stop();
    throw new Error(`The server did not start:\n${output()}`);
  }
  return { baseUrl: `http://localhost:${port}`, state, pid: child.pid ?? 0, output, stop };
}
