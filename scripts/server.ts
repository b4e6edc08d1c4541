import type { ChildProcess } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./files.ts";
import { ensureMigrated } from "./migrations.ts";
import { freePort, isHealthy, startTool, stopTool } from "./tools.ts";

export interface TestServer {
  baseUrl: string;
  /** The folder with its database, relative to the root. */
  state: string;
  /** Of wrangler; the Worker's own process is below it. */
  pid: number;
  output: () => string;
  stop: () => Promise<void>;
}

const MIGRATED = ".cache/migrated-state";

/** A state folder with an empty, migrated database: copied, since migrating takes four seconds. */
async function freshState(state: string): Promise<void> {
  await ensureMigrated(MIGRATED, { afresh: true });
  rmSync(join(root, state), { recursive: true, force: true });
  cpSync(join(root, MIGRATED), join(root, state), { recursive: true });
}

function collect(child: ChildProcess): () => string {
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => chunks.push(chunk.toString()));
  return () => chunks.join("");
}

/** The built product on a free port with data of its own, as `npm start` would run it. */
export async function startServer(
  name: string,
  vars: Record<string, string> = {},
  { keepsState = false } = {},
): Promise<TestServer> {
  const state = join(".cache", name);
  if (!keepsState) await freshState(state);
  const port = await freePort();
  if (port === null) throw new Error("No port is free on 127.0.0.1");
  const args = ["dev", "--port", String(port), "--inspector-port", "0", "--persist-to", state];
  // Said outright: a person's own .dev.vars may name another source.
  const said = { POST_SOURCE: "sample", ...vars };
  for (const [key, value] of Object.entries(said)) args.push("--var", `${key}:${value}`);
  args.push("--show-interactive-dev-session=false");
  const child = startTool("wrangler", args, { stdio: "pipe", env: { UNEARTH_STATE: state } });
  const output = collect(child);
  const stop = () => stopTool(child);
  if (!(await isHealthy(`http://127.0.0.1:${port}`, child))) {
    await stop();
    throw new Error(`The server did not start:\n${output()}`);
  }
  return { baseUrl: `http://localhost:${port}`, state, pid: child.pid ?? 0, output, stop };
}
