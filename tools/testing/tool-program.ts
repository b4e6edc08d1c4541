import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, type TestContext } from "vitest";
import { root } from "#tools/files.ts";
import { nodePath } from "#tools/install.mjs";

/** Long, because a busy machine may be slow; reached only by a hanging process. */
export const TEST_TIMEOUT_MS = 150_000;

export const PROGRAM_OPTIONS: SpawnOptions = {
  stdio: ["ignore", "pipe", "inherit"],
  env: { ...process.env, npm_lifecycle_event: undefined },
};

/** Writes a tool that starts a child and prints both ids, and a program that starts two such tools and runs `rest`. */
export function writeProgram(
  { onTestFinished }: TestContext,
  rest: string,
  child = "",
): (name: string) => string {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const own = mkdtempSync(join(root, ".cache/group-"));
  onTestFinished(() => rmSync(own, { recursive: true, force: true }));
  const file = (name: string) => join(own, name);
  writeFileSync(file("child.mjs"), `setInterval(() => {}, 1_000); ${child} process.send("ready");`);
  writeFileSync(
    file("tool.mjs"),
    `import { fork } from "node:child_process";
    const child = fork(${JSON.stringify(file("child.mjs"))});
    child.once("message", () => console.log("started " + process.pid + " " + child.pid));`,
  );
  writeFileSync(
    file("program.ts"),
    `import { once } from "node:events";
    import { isRunning, stopTool } from ${JSON.stringify(join(root, "tools/process-group.ts"))};
    import { startScript } from ${JSON.stringify(join(root, "tools/tools.ts"))};
    const start = () => startScript(${JSON.stringify(file("tool.mjs"))}, [], { stdio: "inherit" });
    const tools = [start(), start()];
    ${rest}`,
  );
  writeFileSync(
    file("launch.mjs"),
    `import { launch } from ${JSON.stringify(join(root, "tools/launch.mjs"))};
    launch(${JSON.stringify(relative(root, file("program.ts")))}, []);`,
  );
  return file;
}

/** `result` resolves when all processes of the program have ended, because each holds the output open. */
export async function follow(program: ChildProcess, { onTestFinished }: TestContext) {
  const closed = once(program, "close") as Promise<[number | null, NodeJS.Signals | null]>;
  let output = "";
  program.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const started = () => [...output.matchAll(/^started (\d+) (\d+)$/gm)];
  await expect.poll(() => started().length, { timeout: TEST_TIMEOUT_MS }).toBe(2);
  let pids = started().flatMap(([, tool, child]) => [Number(tool), Number(child)]);
  onTestFinished(() => {
    for (const pid of pids) process.kill(pid, "SIGKILL");
  });
  const result = async () => {
    const [code, signal] = await closed;
    pids = [];
    return { code, signal, output: output.replaceAll(/^started.*\n/gm, "") };
  };
  return { result };
}

export function startProgram(context: TestContext, rest: string, child = "") {
  const file = writeProgram(context, rest, child);
  const program = spawn(nodePath, [file("program.ts")], PROGRAM_OPTIONS);
  return follow(program, context).then(({ result }) => ({ program, result }));
}
