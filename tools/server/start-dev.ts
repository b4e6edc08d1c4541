import type { ChildProcess } from "node:child_process";
import { startTool } from "#tools/tools.ts";
import { freePort } from "./free-port.ts";

export interface DevServer {
  child: ChildProcess;
  port: number;
  /** All that it has printed. */
  output: () => string;
}

/** Starts `wrangler dev` over the state folder, on a free port. */
export async function startDev(
  state: string,
  vars: Record<string, string>,
  env: Record<string, string> = {},
): Promise<DevServer> {
  const port = await freePort();
  const args = ["dev", "--port", String(port), "--inspector-port", "0", "--persist-to", state];
  for (const [key, value] of Object.entries(vars)) args.push("--var", `${key}:${value}`);
  args.push("--show-interactive-dev-session=false");
  const child = startTool("wrangler", args, { stdio: "pipe", env });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => chunks.push(chunk.toString()));
  return { child, port, output: () => chunks.join("") };
}
