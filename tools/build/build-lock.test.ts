import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { lockFile } from "#tools/file-lock.ts";
import { root } from "#tools/files.ts";
import { nodePath } from "#tools/install.mjs";
import { buildAlone } from "./build-lock.ts";
import { buildWeb } from "./web.ts";
import { scratchFolder } from "#tools/testing/scratch-folder.ts";

vi.mock("./build-lock.ts", { spy: true });

/** Starts a process whose build ends once the file `end` exists. */
function startBuild(lock: string, end: string) {
  const script = `
    import { existsSync } from "node:fs";
    import { buildAlone } from "#tools/build/build-lock.ts";
    await buildAlone(${JSON.stringify(lock)}, async () => {
      console.log("begun");
      while (!existsSync(${JSON.stringify(end)})) await new Promise((go) => setTimeout(go, 20));
    });
    console.log("ended");`;
  const child: ChildProcess = spawn(
    nodePath,
    ["--input-type=module-typescript", "--eval", script],
    { cwd: root, stdio: ["ignore", "pipe", "inherit"] },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return () => output;
}

test("of two builds at once the second waits, says so, and begins when the first has ended", async () => {
  const folder = scratchFolder();
  const [lock, end] = [join(folder, "building.sqlite"), join(folder, "end")];
  const first = startBuild(lock, end);
  await expect.poll(first).toBe("begun\n");
  const second = startBuild(lock, end);
  await expect.poll(second).toBe("Waiting for another build …\n");
  expect(first()).toBe("begun\n");
  writeFileSync(end, "");
  await expect.poll(second).toBe("Waiting for another build …\nbegun\nended\n");
  expect(first()).toBe("begun\nended\n");
});

test("a build that fails lets the next one begin", async () => {
  const lock = join(scratchFolder(), "building.sqlite");
  await expect(
    buildAlone(lock, () => Promise.reject(new Error("vite build failed"))),
  ).rejects.toThrow("vite build failed");
  expect(existsSync(lock)).toBe(true);
  expect(lockFile(lock, 0)).not.toBeNull();
});

test("the web app is not built outside the lock", async () => {
  vi.mocked(buildAlone).mockRejectedValueOnce(new Error("locked"));
  await expect(buildWeb({ local: true })).rejects.toThrow("locked");
});
