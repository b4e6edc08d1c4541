import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assembleLocal, bundleWeb, localBuildRefusal } from "./web.ts";
import { runTool } from "#tools/tools.ts";
import { tooHeavy, weigh } from "./weights.ts";
import { scratchFolder } from "#tools/testing/scratch-folder.ts";

test.each(["deploy", "versions upload", "publish", ""])(
  'the build of the development configuration is refused to "wrangler %s"',
  (command) => {
    expect(localBuildRefusal(command)).toContain("npm run deploy");
  },
);

test("the local build runs for wrangler dev and for our own tools", () => {
  expect(localBuildRefusal("dev")).toBeNull();
  expect(localBuildRefusal(undefined)).toBeNull();
});

test("a bare wrangler deploy is refused by the build", () => {
  const { ok, output } = runTool("wrangler", ["deploy", "--dry-run"], { env: { CI: "1" } });
  expect(ok).toBe(false);
  expect(output).toContain("would publish it");
});

test("the app is bundled for production under any NODE_ENV, with every page within its limit", () => {
  expect(process.env["NODE_ENV"]).toBe("test");
  const outDir = scratchFolder();
  bundleWeb(outDir);
  expect(tooHeavy(weigh(outDir))).toEqual([]);
});

test("the local assets are replaced inside the folder that a running server has open", () => {
  const [web, folder] = [scratchFolder(), scratchFolder()];
  writeFileSync(join(web, "index.html"), "new");
  writeFileSync(join(folder, "index.html"), "old");
  writeFileSync(join(folder, "gone.js"), "old");
  const before = statSync(folder).ino;
  assembleLocal(folder, web, []);
  expect(statSync(folder).ino).toBe(before);
  expect(readFileSync(join(folder, "index.html"), "utf8")).toBe("new");
  expect(existsSync(join(folder, "gone.js"))).toBe(false);
});
