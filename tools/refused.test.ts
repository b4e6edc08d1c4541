import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, runMain } from "./refused.ts";

const printed = vi.spyOn(console, "error").mockReturnValue();
beforeEach(() => void printed.mockClear());
afterEach(() => void (process.exitCode = undefined));

/** What is printed when the command fails by this error. */
async function printedFor(error: Error): Promise<unknown> {
  const fail = async () => {
    throw error;
  };
  await runMain(fail);
  expect(process.exitCode).toBe(1);
  expect(printed).toHaveBeenCalledOnce();
  return printed.mock.calls[0]?.[0];
}

test("a refusal prints its message alone", async () => {
  expect(await printedFor(new Refused("Name a file."))).toBe("Name a file.");
});

test("an error of the system prints its message alone, which names the file", async () => {
  await runMain(async () => readFileSync("no/such/file"));
  expect(printed.mock.calls[0]?.[0]).toMatch(/^ENOENT: .+'no\/such\/file'$/);
});

test("a fault of ours is printed whole, with its stack", async () => {
  const error = new TypeError("undefined is not a function");
  expect(await printedFor(error)).toBe(error);
});

test("a command that succeeds prints nothing and leaves the exit code", async () => {
  await runMain(() => Promise.resolve());
  expect(printed).not.toHaveBeenCalled();
  expect(process.exitCode).toBeUndefined();
});
