import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { root } from "./files.ts";
import { nodePath } from "./install.mjs";

let at = "";
const inFolder = (path: string) => join(at, path);
const writeJson = (path: string, value: object) =>
  writeFileSync(inFolder(path), JSON.stringify(value));

/** Installs what the lock file has, and notes its arguments. */
const NPM = `#!/bin/sh
echo "$@" >> asked
echo "$npm_config_cache" > cache
rm -rf node_modules
sleep $NPM_SECONDS
mkdir -p node_modules/.bin node_modules/node/bin
cp package-lock.json node_modules/.package-lock.json
printf '#!/bin/sh\\necho v1.2.3\\n' > node_modules/node/bin/node
chmod +x node_modules/node/bin/node
`;

beforeEach(() => {
  mkdirSync(join(root, ".cache"), { recursive: true });
  at = mkdtempSync(join(root, ".cache/install-"));
  for (const folder of ["tools", ".cache", "node_modules/.bin", "node_modules/node/bin"])
    mkdirSync(inFolder(folder), { recursive: true });
  copyFileSync(join(root, "tools/install.mjs"), inFolder("tools/install.mjs"));
  writeFileSync(inFolder("npm"), NPM, { mode: 0o755 });
  const version = "#!/bin/sh\necho v1.2.3\n";
  writeFileSync(inFolder("node_modules/node/bin/node"), version, { mode: 0o755 });
  writeJson("package.json", { devDependencies: { node: "1.2.3" } });
});

afterEach(() => rmSync(at, { recursive: true, force: true }));

/** Returns the exit code. */
async function install(
  version = process.versions.node,
  npmSeconds = 0,
  npmCache = "",
): Promise<number | null> {
  const script = `Object.defineProperty(process.versions, "node", { value: "${version}" });
    (await import("${inFolder("tools/install.mjs")}")).ensureInstalled()`;
  const PATH = `${at}:${process.env["PATH"]}`;
  const env = {
    ...process.env,
    PATH,
    NPM_SECONDS: String(npmSeconds),
    npm_config_cache: npmCache || inFolder(".npm"),
  };
  const child = spawn(nodePath, ["-e", script], { cwd: at, env, stdio: "ignore" });
  const [code] = (await once(child, "exit")) as [number | null];
  return code;
}

const asked = () =>
  existsSync(inFolder("asked")) ? readFileSync(inFolder("asked"), "utf8").trim().split("\n") : [];

const here = { os: [process.platform], cpu: [process.arch] };
const report = process.report.getReport() as { header: object };
const libc = "glibcVersionRuntime" in report.header ? "glibc" : "musl";

describe.skipIf(process.platform === "win32")("npm ci", () => {
  test.each([
    ["this machine", here, true],
    ["this machine and its C library", { ...here, libc: [libc] }, true],
    ["another C library", { ...here, libc: ["another"] }, false],
    ["another system", { ...here, os: ["another"] }, false],
    ["another processor", { ...here, cpu: ["another"] }, false],
    ["no machine", {}, false],
  ])("runs for a missing optional package for %s, %o: %s", async (_, entry, isInstalled) => {
    const optional = { version: "1.0.0", optional: true, ...entry };
    writeJson("package-lock.json", { packages: { "": {}, "node_modules/a": optional } });
    writeJson("node_modules/.package-lock.json", { packages: {} });
    expect(await install()).toBe(0);
    const command = expect.stringMatching(/^ci .*--include=optional/) as string;
    expect(asked()).toEqual(isInstalled ? [command] : []);
  });

  const setUpEmpty = () => {
    rmSync(inFolder("node_modules"), { recursive: true });
    writeJson("package-lock.json", { packages: { "": {} } });
  };

  test("runs once for two commands at once, and the second one waits for it", async () => {
    setUpEmpty();
    const slow = () => install(undefined, 1);
    expect(await Promise.all([slow(), slow()])).toEqual([0, 0]);
    expect(asked()).toHaveLength(1);
    expect(existsSync(inFolder(".cache/installing"))).toBe(false);
  });

  test.each([
    ["of a process that has ended", () => spawnSync(nodePath, ["--version"]).pid, 0],
    ["whose id another process has since a reboot", () => process.pid, 11 * 60_000],
  ])("takes over the lock %s", async (_, findPid, age) => {
    setUpEmpty();
    writeFileSync(inFolder(".cache/installing"), String(findPid()));
    const written = new Date(Date.now() - age);
    utimesSync(inFolder(".cache/installing"), written, written);
    expect(await install()).toBe(0);
    expect(asked()).toHaveLength(1);
  });

  test("installs this folder, not one above it that names it as a workspace", async () => {
    setUpEmpty();
    await install();
    expect(asked()).toEqual([expect.stringMatching(/^ci .*--no-workspaces/)]);
  });

  const cacheFor = async (path: string) => {
    setUpEmpty();
    await install(undefined, 0, path);
    return readFileSync(inFolder("cache"), "utf8").trim();
  };

  test("keeps its cache in the home folder", async () => {
    expect(await cacheFor(inFolder("home"))).toBe(inFolder("home"));
  });

  test("keeps its cache in the repository where it cannot write to the usual folder", async () => {
    expect(await cacheFor("/proc/none/.npm")).toBe(inFolder(".cache/npm"));
  });

  test("that fails leaves no lock", async () => {
    setUpEmpty();
    writeFileSync(inFolder("npm"), "#!/bin/sh\nexit 1\n");
    expect(await install()).toBe(1);
    expect(existsSync(inFolder(".cache/installing"))).toBe(false);
  });
});

test.each([
  ["20.18.3", 1],
  ["20.19.0", 0],
  ["21.7.3", 1],
  ["22.11.0", 1],
  ["22.12.0", 0],
  ["23.0.0", 0],
])("packages are installed by Node %s: exit code %i", async (version, code) => {
  writeJson("package-lock.json", { packages: { "node_modules/a": { version: "1.0.0" } } });
  expect(await install(version)).toBe(code);
  expect(asked()).toHaveLength(code === 0 ? 1 : 0);
});
