import { spawn, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { join, relative } from "node:path";
import { afterEach, expect, test } from "vitest";
import { filesBelow, hashOfContents, root, unlessStamped } from "./files.ts";
import { nodePath } from "./install.mjs";
import { freePort } from "./server/free-port.ts";

let server: Server | undefined;
let folder = "";

afterEach(() => {
  server?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

function start(port: string) {
  const env = { ...process.env, PORT: port };
  return spawnSync(nodePath, ["tools/run.mjs", "tools/server/serve.ts"], {
    cwd: root,
    encoding: "utf8",
    env,
  });
}

const listen = (port: number) =>
  new Promise<void>((resolve) => {
    server = createServer().listen(port, "127.0.0.1", () => resolve());
  });

function scratch(): string {
  mkdirSync(join(root, ".cache"), { recursive: true });
  folder = mkdtempSync(join(root, ".cache/files-"));
  return relative(root, folder);
}

test("npm start ends at once on a taken port and names another", async () => {
  const port = await freePort();
  await listen(port);
  const { status, stderr } = start(String(port));
  expect(status).toBe(1);
  expect(stderr).toContain(`Port ${port} is taken`);
  expect(stderr).toContain(`PORT=${port + 1} npm start`);
});

test.each(["nonsense", "0", "70000", "80.5"])("PORT=%s is refused with an example", (port) => {
  const { status, stderr } = start(port);
  expect(status).toBe(1);
  expect(stderr).toContain("PORT=8788 npm start");
});

test.each([
  [{ PORT: "nonsense" }, /PORT=8788 npm run dev/],
  [{ PORT: "0" }, /PORT=8788 npm run dev/],
  [{ PORT: "free", WEB_PORT: "80.5" }, /WEB_PORT=5174 npm run dev/],
  [{ PORT: "free", WEB_PORT: "free" }, /both have \d+\.[^]+WEB_PORT=5173 npm run dev/],
  // An empty variable counts as not set. Another server may have the port.
  [{ PORT: "5173", WEB_PORT: "" }, /(?:both have|Port) 5173[^]+PORT=5174 npm run dev/],
])("npm run dev refuses %o with an example", async (ports, example) => {
  const free = String(await freePort());
  const named = Object.entries(ports).map(([name, port]) => [name, port === "free" ? free : port]);
  const { status, stderr } = spawnSync(nodePath, ["tools/server/dev.ts"], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, ...(Object.fromEntries(named) as Record<string, string>) },
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(example);
});

test.skipIf(process.platform === "win32")(
  "the tools are installed and run alike where the environment says production",
  () => {
    const at = join(root, scratch());
    const copy = join(at, "tools/install.mjs");
    mkdirSync(join(at, "tools"));
    copyFileSync(join(root, "tools/install.mjs"), copy);
    writeFileSync(join(at, "npm"), `#!/bin/sh\necho "$@" > "${at}/asked"; exit 1\n`, {
      mode: 0o755,
    });
    const path = `${at}:${process.env["PATH"]}`;
    const env = { NODE_ENV: "production", CLOUDFLARE_ENV: "production", PATH: path };
    const run = (script: string) =>
      spawnSync(nodePath, ["-e", `const install = await import("${copy}"); ${script}`], {
        encoding: "utf8",
        env,
      });
    expect(run("install.ensureInstalled()").stderr).toContain("could not be installed");
    expect(readFileSync(join(at, "asked"), "utf8")).toMatch(/^ci .*--include=dev/);
    const passedOn = run("console.log(JSON.stringify(install.toolEnvironment()))").stdout;
    expect(passedOn).toContain(at);
    expect(passedOn).not.toContain("production");
  },
);

test("a folder that the build cannot read is refused before anything is installed", () => {
  const at = join(root, scratch(), "a#b", "tools");
  mkdirSync(at, { recursive: true });
  copyFileSync(join(root, "tools/install.mjs"), join(at, "install.mjs"));
  const script = `(await import("./install.mjs")).ensureInstalled()`;
  const { status, stderr } = spawnSync(nodePath, ["-e", script], { cwd: at, encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toContain("Move the folder.");
});

test.skipIf(process.platform === "win32")(
  "a SIGTERM to npm, which ends only its shell, ends the server too",
  async () => {
    const at = scratch();
    const file = (name: string) => join(root, at, name);
    writeFileSync(
      file("child.ts"),
      `import { writeFileSync } from "node:fs";
      process.on("SIGTERM", () => process.exit(writeFileSync(${JSON.stringify(file("ended"))}, "")));
      setInterval(() => {}, 1_000);
      writeFileSync(${JSON.stringify(file("started"))}, "");`,
    );
    writeFileSync(
      file("run.mjs"),
      `import { launch } from ${JSON.stringify(join(root, "tools/launch.mjs"))}; launch("${at}/child.ts", []);`,
    );
    const env = { ...process.env, npm_lifecycle_event: "start" };
    const shell = spawn("sh", ["-c", `"${nodePath}" "${file("run.mjs")}"; true`], { env });
    await expect.poll(() => existsSync(file("started"))).toBe(true);
    shell.kill("SIGTERM");
    await expect.poll(() => existsSync(file("ended"))).toBe(true);
  },
);

test("stamped work runs again only when its inputs have changed", async () => {
  const at = scratch();
  let runs = 0;
  const work = () =>
    unlessStamped(`${at}/stamp`, hashOfContents(filesBelow(`${at}/in`)), () => {
      runs += 1;
    });
  mkdirSync(join(root, at, "in"));
  writeFileSync(join(root, at, "in/a.txt"), "one");
  await work();
  await work();
  expect(runs).toBe(1);
  writeFileSync(join(root, at, "in/a.txt"), "two");
  await work();
  expect(runs).toBe(2);
});

test.each([
  ["", "x"],
  [", also for the inputs before it", "earlier"],
])("failed work leaves no stamp and runs again%s", async (_, next) => {
  const stamp = `${scratch()}/stamp`;
  await unlessStamped(stamp, "earlier", () => {});
  await expect(
    unlessStamped(stamp, "x", () => {
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  let ran = false;
  await unlessStamped(stamp, next, () => {
    ran = true;
  });
  expect(ran).toBe(true);
  expect(readFileSync(join(root, stamp), "utf8")).toBe(next);
});
