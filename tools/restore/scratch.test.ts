import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodePath, root } from "#tools/install.mjs";
import { withScratch } from "./scratch.ts";

const WAITS = `
  import { withScratch } from "#tools/restore/scratch.ts";
  await withScratch(async (folder) => {
    console.log(folder);
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  });
`;

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "%s removes the data of a restore",
  async (signal) => {
    const child = spawn(nodePath, ["--input-type=module", "-e", WAITS], {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [printed] = (await once(child.stdout, "data")) as [Buffer];
    const folder = printed.toString().trim();
    expect(existsSync(folder)).toBe(true);
    child.kill(signal);
    expect(await once(child, "exit")).toEqual([null, signal]);
    expect(existsSync(folder)).toBe(false);
  },
);

test("a restore whose output is no longer read leaves no data", async () => {
  const program = `
    import { withScratch } from "#tools/restore/scratch.ts";
    await withScratch(async (folder) => {
      console.log(folder);
      setInterval(() => console.log("Batch"), 50);
      await new Promise(() => {});
    });
  `;
  const child = spawn(nodePath, ["--input-type=module", "-e", program], {
    cwd: root,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [printed] = (await once(child.stdout, "data")) as [Buffer];
  const folder = printed.toString().trim();
  child.stdout.destroy();
  await once(child, "exit");
  expect(existsSync(folder)).toBe(false);
});

test("only this user can read the folder, and it is deleted after the work succeeds or fails", async () => {
  const folders: string[] = [];
  const work = async (folder: string) => {
    folders.push(folder);
    writeFileSync(join(folder, "staging.sqlite"), "password hashes");
    return statSync(folder).mode & 0o777;
  };
  expect(await withScratch(work)).toBe(0o700);
  const failing = withScratch(async (folder) => {
    await work(folder);
    throw new Error("the backup is not whole");
  });
  await expect(failing).rejects.toThrow("the backup is not whole");
  expect(folders.filter((folder) => existsSync(folder))).toEqual([]);
  // By this name the next restore finds what a killed one left.
  const own = expect.stringMatching(new RegExp(`/\\.cache/restore-${process.pid}-\\w{6}$`));
  expect(folders).toEqual([own, own]);
});

test("the next restore deletes the folder of a killed one, but no other", async () => {
  const ended = spawnSync(nodePath, ["-e", ""]).pid;
  const inCache = (name: string) => join(root, ".cache", name);
  const left = [inCache("restore-Ab12Cd"), inCache(`restore-${ended}-Ab12Cd`)];
  const kept = [`restore-${process.pid}-Ab12Cd`, `restore-other-${process.pid}`].map(inCache);
  for (const folder of [...left, ...kept]) mkdirSync(folder, { recursive: true });
  await withScratch(async () => {});
  expect(left.filter((folder) => existsSync(folder))).toEqual([]);
  expect(kept.filter((folder) => existsSync(folder))).toEqual(kept);
  for (const folder of kept) rmSync(folder, { recursive: true });
});
