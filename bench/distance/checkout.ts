import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "#tools/files.ts";

/** The last commit before reads went to the nearest copy. */
export const BEFORE = "e259105";

function git(...args: string[]): void {
  const { status, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${stderr}`);
}

/** A worktree of the commit before, with this bench's entry and server in it. */
export function checkOut(commit: string): { path: string; remove: () => void } {
  const path = join(mkdtempSync(join(tmpdir(), "unearth-before-")), "tree");
  git("worktree", "add", "--quiet", "--detach", path, commit);
  symlinkSync(join(root, "node_modules"), join(path, "node_modules"));
  for (const file of ["bench/inside/distant.ts", "bench/distance"]) {
    if (!existsSync(join(path, file)))
      cpSync(join(root, file), join(path, file), { recursive: true });
  }
  return { path, remove: () => git("worktree", "remove", "--force", path) };
}

export interface Served {
  port: number;
  stop: () => Promise<void>;
}

async function firstLine(child: ChildProcess): Promise<string> {
  let text = "";
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes("\n")) return text;
  }
  throw new Error("the server ended before it listened");
}

export async function serve(tree: string): Promise<Served> {
  const child = spawn(process.execPath, ["bench/distance/serve.ts"], {
    cwd: tree,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = Number.parseInt(await firstLine(child), 10);
  const stop = async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  return { port, stop };
}
