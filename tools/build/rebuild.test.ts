import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { runTool } from "#tools/tools.ts";
import { buildWeb } from "./web.ts";
import { scratchFolder } from "#tools/testing/scratch-folder.ts";

const repository = vi.hoisted(() => ({ root: "" }));

vi.mock("node:fs", { spy: true });
vi.mock("#tools/tools.ts");
vi.mock("#tools/install.mjs", () => ({
  get root() {
    return repository.root;
  },
}));

const at = (path: string) => join(repository.root, path);

function write(path: string, text: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
}

/** A repository whose build is the text of web/main.tsx. Returns the number of builds so far. */
function plantSources(): () => number {
  vi.spyOn(console, "log").mockReturnValue();
  repository.root = scratchFolder();
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.mocked(linkSync).mockReset();
  });
  write("THIRD-PARTY-NOTICES.md", "licences");
  write("web/main.tsx", "one");
  write("sample/media/files/i.redd.it/a.jpg", "a picture");
  const build = vi.mocked(runTool).mockImplementation(() => {
    write("dist/web/index.html", readFileSync(at("web/main.tsx"), "utf8"));
    return { ok: true, stdout: "", output: "" };
  });
  build.mockClear();
  return () => build.mock.calls.length;
}

const built = (folder: "web" | "local") => readFileSync(at(`dist/${folder}/index.html`), "utf8");

test("the web app is built again only for a changed source or without its files, not for a test", async () => {
  const builds = plantSources();
  await buildWeb();
  write("web/main.test.tsx", "a test");
  write("web/e2e/home.e2e.ts", "a browser test");
  await buildWeb();
  expect(builds()).toBe(1);
  expect(readFileSync(at("dist/web/third-party-notices.txt"), "utf8")).toBe("licences");
  expect(existsSync(at("dist/local")), "the sample is the local Worker's").toBe(false);
  write("web/main.tsx", "two");
  write("dist/web/old.js", "one");
  await buildWeb();
  expect([builds(), built("web")]).toEqual([2, "two"]);
  expect(existsSync(at("dist/web/old.js"))).toBe(false);
  rmSync(at("dist"), { recursive: true });
  await buildWeb();
  expect([builds(), built("web")]).toEqual([3, "two"]);
});

test("the local assets follow the web app and the sample's media, and come back once deleted", async () => {
  plantSources();
  const media = (name: string) => existsSync(at(`dist/local/sample/media/i.redd.it/${name}`));
  await buildWeb({ local: true });
  expect([built("local"), media("a.jpg")]).toEqual(["one", true]);
  write("web/main.tsx", "two");
  await buildWeb({ local: true });
  expect(built("local")).toBe("two");
  write("sample/media/files/i.redd.it/b.jpg", "another picture");
  // As between two file systems.
  vi.mocked(linkSync).mockImplementation(() => {
    throw new Error("EXDEV");
  });
  await buildWeb({ local: true });
  expect([media("a.jpg"), media("b.jpg")]).toEqual([true, true]);
  rmSync(at("dist/local"), { recursive: true });
  await buildWeb({ local: true });
  expect([built("local"), media("b.jpg")]).toEqual(["two", true]);
});

test("a failed build is refused with its reason, and tried again", async () => {
  plantSources();
  vi.mocked(runTool).mockReturnValueOnce({ ok: false, stdout: "", output: "no entry" });
  await expect(buildWeb()).rejects.toThrow("vite build failed:\nno entry");
  await buildWeb();
  expect(built("web")).toBe("one");
});
