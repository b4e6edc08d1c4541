import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import type * as fs from "node:fs";
import type * as os from "node:os";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { root, toolEnvironment } from "./install.mjs";

/** Root may write everywhere: the tests name the folders of another user. */
const { foreign, homedir } = vi.hoisted(() => ({
  foreign: new Set<string>(),
  homedir: vi.fn<() => string>(),
}));

vi.mock("node:os", async (original) => ({ ...(await original<typeof os>()), homedir }));

vi.mock("node:fs", async (original) => {
  const module = await original<typeof fs>();
  const accessSync: typeof fs.accessSync = (path, mode) => {
    if (foreign.has(String(path))) throw new Error("EACCES");
    module.accessSync(path, mode);
  };
  return { ...module, accessSync };
});

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "home-"));
  homedir.mockReturnValue(home);
  vi.stubEnv("XDG_CONFIG_HOME", "");
  vi.stubEnv("WRANGLER_REGISTRY_PATH", "");
});
afterEach(() => {
  vi.unstubAllEnvs();
  foreign.clear();
  rmSync(home, { recursive: true, force: true });
});

const USUAL = process.platform === "darwin" ? "Library/Preferences" : ".config";
const OWN = join(root, ".cache/config");

const addForeign = (path: string) => {
  mkdirSync(path, { recursive: true });
  foreign.add(path);
};
const settings = () => toolEnvironment().XDG_CONFIG_HOME;
const registry = () => toolEnvironment().WRANGLER_REGISTRY_PATH;

describe.skipIf(process.platform === "win32")("wrangler's settings", () => {
  test("stay in a home folder that can be written", () => {
    expect([settings(), registry()]).toEqual(["", ""]);
    mkdirSync(join(home, USUAL, ".wrangler/registry"), { recursive: true });
    expect([settings(), registry()]).toEqual(["", ""]);
  });

  test("go into the repository without a home folder", () => {
    rmSync(home, { recursive: true });
    expect(settings()).toBe(OWN);
  });

  test.each(["", USUAL, join(USUAL, ".wrangler")])(
    "go into the repository where ~/%s is another user's",
    (path) => {
      addForeign(join(home, path));
      expect(settings()).toBe(OWN);
    },
  );

  test("stay in a named folder, even where the home folder cannot be written", () => {
    const named = join(home, "named");
    mkdirSync(named);
    vi.stubEnv("XDG_CONFIG_HOME", named);
    foreign.add(home);
    expect(settings()).toBe(named);
    foreign.add(named);
    expect(settings()).toBe(OWN);
  });

  test("stay, with a login, where only the registry is another user's", () => {
    addForeign(join(home, USUAL, ".wrangler/registry"));
    expect(settings()).toBe("");
    expect(registry()).toBe(join(OWN, "registry"));
  });
});
