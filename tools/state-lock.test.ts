import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { nodePath, root } from "./install.mjs";
import { holdState } from "./state-lock.ts";
import { freePort } from "./free-port.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "state-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("a killed server leaves its data to the next", async () => {
  const folder = temporaryFolder();
  const script = `
    import { holdState } from "./tools/state-lock.ts";
    console.log(holdState(${JSON.stringify(folder)}));
    setInterval(() => {}, 1000);`;
  const other = spawn(nodePath, ["--input-type=module-typescript", "--eval", script], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(other.stdout, "data")) as [Buffer];
  expect(line.toString()).toBe("true\n");
  expect(holdState(folder)).toBe(false);
  other.kill("SIGKILL");
  await once(other, "exit");
  expect(holdState(folder)).toBe(true);
});

test.each(["serve.ts", "dev.ts"])(
  "tools/%s is refused the named data of a server",
  async (script) => {
    const folder = temporaryFolder();
    holdState(folder);
    const [port, webPort] = [await freePort(), await freePort()];
    const { status, stderr } = spawnSync(nodePath, [`tools/${script}`, "--persist-to", folder], {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, PORT: String(port), WEB_PORT: String(webPort) },
    });
    expect(status).toBe(1);
    expect(stderr).toContain(
      `Another server uses the data in ${folder}. Stop it, or name another folder: -- --persist-to`,
    );
  },
);
