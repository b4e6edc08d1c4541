import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { nodePath, root } from "./install.mjs";
import { holdState } from "./state-lock.ts";
import { freePort } from "./tools.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "state-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const hold = (folder: string) => () => holdState(folder, "npm start", 8788);

test("a second server on the same data is refused, with a folder of its own it is not", () => {
  const folder = temporaryFolder();
  hold(folder)();
  expect(hold(folder)).toThrow(
    `Another npm start or npm run dev uses the data in ${folder}. Stop it, or choose another folder:\n` +
      "  PORT=8788 npm start -- --persist-to .wrangler/other",
  );
  expect(hold(temporaryFolder())).not.toThrow();
});

test.each([
  ["npm start", "serve.ts"],
  ["npm run dev", "dev.ts"],
])("%s ends at once on data in use", async (command, script) => {
  const folder = temporaryFolder();
  hold(folder)();
  const [port, webPort] = [await freePort(), await freePort()];
  const { status, stderr } = spawnSync(nodePath, [`tools/${script}`, "--persist-to", folder], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, PORT: String(port), WEB_PORT: String(webPort) },
  });
  expect(status).toBe(1);
  expect(stderr).toContain(`PORT=${port} ${command} -- --persist-to .wrangler/other`);
});

test("a killed server leaves its data to the next", async () => {
  const folder = temporaryFolder();
  const script = `
    import { holdState } from "./tools/state-lock.ts";
    holdState(${JSON.stringify(folder)}, "npm start", 8787);
    console.log("held");
    setInterval(() => {}, 1000);`;
  const other = spawn(nodePath, ["--input-type=module-typescript", "--eval", script], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(other.stdout, "data");
  expect(hold(folder)).toThrow("Another npm start");
  other.kill("SIGKILL");
  await once(other, "exit");
  expect(hold(folder)).not.toThrow();
});
