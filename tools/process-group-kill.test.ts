import { expect, test } from "vitest";
import { startProgram, TEST_TIMEOUT_MS } from "./testing/tool-program.ts";

test.skipIf(process.platform === "win32")(
  "a process with started tools kills a child that ignores the signal",
  async (context) => {
    const ignoring = `process.on("SIGTERM", () => {});`;
    const { program, result } = await startProgram(context, "", ignoring);
    program.kill("SIGTERM");
    expect(await result()).toEqual({ code: null, signal: "SIGTERM", output: "" });
  },
  TEST_TIMEOUT_MS,
);
