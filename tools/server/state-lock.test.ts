import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { accessSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test, vi } from "vitest";
import { nodePath, root } from "#tools/install.mjs";
import { holdState } from "./state-lock.ts";
import { freePort } from "./free-port.ts";
import { scratchFolder } from "#tools/testing/scratch-folder.ts";

vi.mock("node:fs", async (original) => {
  const module = await original<typeof import("node:fs")>();
  return { ...module, accessSync: vi.fn<typeof module.accessSync>(module.accessSync) };
});

test("a killed server leaves its data to the next", async () => {
  const folder = scratchFolder();
  const script = `
    import { holdState } from "#tools/server/state-lock.ts";
    console.log(String(holdState(${JSON.stringify(folder)})));
    setInterval(() => {}, 1000);`;
  const other = spawn(nodePath, ["--input-type=module-typescript", "--eval", script], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void other.kill("SIGKILL"));
  const [line] = (await once(other.stdout, "data")) as [Buffer];
  expect(line.toString()).toBe("true\n");
  expect(holdState(folder)).toBe(false);
  other.kill("SIGKILL");
  await once(other, "exit");
  expect(holdState(folder)).toBe(true);
});

test("a server holds its data for as long as it runs, though nothing refers to the lock", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const folder = scratchFolder();
  expect(holdState(folder)).toBe(true);
  await new Promise((resolve) => setTimeout(resolve));
  collectGarbage();
  expect(holdState(folder)).toBe(false);
});

test.each(["serve.ts", "dev.ts"])(
  "tools/server/%s is refused the named data of a server",
  async (script) => {
    const folder = scratchFolder();
    holdState(folder);
    const [port, webPort] = [await freePort(), await freePort()];
    const { status, stderr } = spawnSync(
      nodePath,
      [`tools/server/${script}`, "--persist-to", folder],
      {
        cwd: root,
        encoding: "utf8",
        env: { ...process.env, PORT: String(port), WEB_PORT: String(webPort) },
      },
    );
    expect(status).toBe(1);
    expect(stderr).toContain(
      `Another server uses the data in ${folder}. Stop it, or name another folder: -- --persist-to`,
    );
  },
);

test("a folder of another user is refused with its owner and the command that hands it over", () => {
  const folder = scratchFolder();
  vi.mocked(accessSync).mockImplementation((path) => {
    if (path === folder) throw new Error("EACCES");
  });
  onTestFinished(() => void vi.mocked(accessSync).mockReset());
  expect(() => holdState(folder)).toThrow(
    new RegExp(
      `You cannot write to ${folder}, which belongs to (root|the user .+)\\. .+\\s+sudo chown`,
    ),
  );
  expect(readdirSync(folder)).toEqual([]);
});

test.each(["", ".cache", "node_modules"])(
  "the repository's own folder %j is refused too where it belongs to another user",
  (name) => {
    const path = join(root, name);
    mkdirSync(path, { recursive: true });
    vi.mocked(accessSync).mockImplementation((asked) => {
      if (asked === path) throw new Error("EACCES");
    });
    onTestFinished(() => void vi.mocked(accessSync).mockReset());
    expect(() => holdState(scratchFolder())).toThrow(`You cannot write to ${path}, which`);
  },
);

test("a read-only file system is named as one: no change of the owner would help", () => {
  const folder = scratchFolder();
  vi.mocked(accessSync).mockImplementation((path) => {
    if (path === folder) throw Object.assign(new Error("EROFS"), { code: "EROFS" });
  });
  onTestFinished(() => void vi.mocked(accessSync).mockReset());
  expect(() => holdState(folder)).toThrow(/^[^\n]+ is on a read-only file system: copy [^\n]+$/);
  expect(readdirSync(folder)).toEqual([]);
});
