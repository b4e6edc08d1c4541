import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, type TestContext, test } from "vitest";
import { root } from "./files.ts";
import { nodePath } from "./install.mjs";

/** Long, because a busy machine may be slow; reached only by a hanging process. */
const TEST_TIMEOUT_MS = 150_000;
const ENV = { ...process.env, npm_lifecycle_event: undefined };

let folder = "";

beforeAll(() => {
  mkdirSync(join(root, ".cache"), { recursive: true });
  folder = mkdtempSync(join(root, ".cache/group-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a tool that starts a child and prints both ids, and a program that starts two such tools and runs `rest`. */
function writeProgram(rest: string, child: string): (name: string) => string {
  const own = mkdtempSync(join(folder, "program-"));
  const file = (name: string) => join(own, name);
  writeFileSync(file("child.mjs"), `setInterval(() => {}, 1_000); ${child} process.send("ready");`);
  writeFileSync(
    file("tool.mjs"),
    `import { fork } from "node:child_process";
    const child = fork(${JSON.stringify(file("child.mjs"))});
    child.once("message", () => console.log("started", process.pid, child.pid));`,
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
    launch(${JSON.stringify(`../${relative(root, file("program.ts"))}`)});`,
  );
  return file;
}

/** `result` resolves when all processes of the program have ended, because each holds the output open. */
async function follow(program: ChildProcess, { onTestFinished }: TestContext) {
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

const STDIO = ["ignore", "pipe", "inherit"] as const;

function startProgram(context: TestContext, rest: string, child = "") {
  const file = writeProgram(rest, child);
  const program = spawn(nodePath, [file("program.ts")], { stdio: [...STDIO], env: ENV });
  return follow(program, context).then(({ result }) => ({ program, result }));
}

const NEXT_STEP = `
  void once(tools[0], "exit").then(() => { console.log("the next step"); start(); });
  setInterval(() => { if (!isRunning(tools[1])) console.log("has ended"); }, 1);`;

/** Concurrent, because one test waits until a child that ignores the signal is killed. */
describe.skipIf(process.platform === "win32").concurrent("a process with started tools", () => {
  test.for(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "ends by %s, its tools and their children before it, and does not act on it",
    { timeout: TEST_TIMEOUT_MS },
    async (signal, context) => {
      const { program, result } = await startProgram(context, NEXT_STEP);
      program.kill(signal);
      expect(await result()).toEqual({ code: null, signal, output: "" });
    },
  );

  test(
    "ends with all of them by the two signals that Ctrl-C sends through launch",
    async (context) => {
      const file = writeProgram(NEXT_STEP, "");
      const options = { stdio: [...STDIO], env: ENV, detached: true };
      const launched = spawn(nodePath, [file("launch.mjs")], options);
      const { result } = await follow(launched, context);
      process.kill(-(launched.pid ?? 0), "SIGINT");
      expect(await result()).toEqual({ code: 1, signal: null, output: "" });
    },
    TEST_TIMEOUT_MS,
  );

  test(
    "takes them with it when it is killed",
    async (context) => {
      const { program, result } = await startProgram(context, "");
      program.kill("SIGKILL");
      expect(await result()).toEqual({ code: null, signal: "SIGKILL", output: "" });
    },
    TEST_TIMEOUT_MS,
  );

  test(
    "kills a child that ignores the signal",
    async (context) => {
      const { program, result } = await startProgram(
        context,
        "",
        `process.on("SIGTERM", () => {});`,
      );
      program.kill("SIGTERM");
      expect(await result()).toEqual({ code: null, signal: "SIGTERM", output: "" });
    },
    TEST_TIMEOUT_MS,
  );

  test(
    "with a listener of its own decides how it ends",
    async (context) => {
      const { program, result } = await startProgram(
        context,
        `process.on("SIGTERM", async () => {
          await Promise.all(tools.map(stopTool));
          console.log("stopped");
          process.exit(7);
        });`,
      );
      program.kill("SIGTERM");
      expect(await result()).toEqual({ code: 7, signal: null, output: "stopped\n" });
    },
    TEST_TIMEOUT_MS,
  );

  test(
    "ends them when it exits by itself",
    async (context) => {
      const { program, result } = await startProgram(
        context,
        `process.on("SIGUSR2", () => process.exit(3));`,
      );
      program.kill("SIGUSR2");
      expect(await result()).toEqual({ code: 3, signal: null, output: "" });
    },
    TEST_TIMEOUT_MS,
  );
});
