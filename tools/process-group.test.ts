import { spawn } from "node:child_process";
import { describe, expect, test } from "vitest";
import { nodePath } from "./install.mjs";
import {
  follow,
  PROGRAM_OPTIONS,
  startProgram,
  TEST_TIMEOUT_MS,
  writeProgram,
} from "./testing/tool-program.ts";

const NEXT_STEP = `
  void once(tools[0], "exit").then(() => { console.log("the next step"); start(); });
  setInterval(() => { if (!isRunning(tools[1])) console.log("has ended"); }, 1);`;

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
      const file = writeProgram(context, NEXT_STEP);
      const launched = spawn(nodePath, [file("launch.mjs")], {
        ...PROGRAM_OPTIONS,
        detached: true,
      });
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
