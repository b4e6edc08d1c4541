import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { runTool } from "#tools/tools.ts";
import { blockedNames, bundle, describeBundle, forbiddenInputs, main } from "./bundle.ts";
import { lateTooHeavy, lazyChunkProblems, tooHeavy, weigh } from "./weights.ts";
import { scratchFolder } from "#tools/testing/scratch-folder.ts";

const repository = vi.hoisted(() => ({ root: "" }));

vi.mock("#tools/tools.ts");
vi.mock("./weights.ts");
vi.mock("#tools/files.ts", () => ({
  get root() {
    return repository.root;
  },
  filesBelow: (folder: string) =>
    readdirSync(join(repository.root, folder)).map((name) => `${folder}/${name}`),
}));

/** Makes wrangler write a Worker of so many KB from this source, and Vite a web app of this file. */
function planBuild({ kilobytes = 1, source = "worker/index.ts", file = "index.js" } = {}) {
  repository.root = scratchFolder();
  const write = (folder: string, name: string, content: string | Buffer) => {
    mkdirSync(join(repository.root, folder), { recursive: true });
    writeFileSync(join(repository.root, folder, name), content);
  };
  write("dist/worker", "left.js", randomBytes(300_000));
  vi.mocked(runTool).mockImplementation(() => {
    write("dist/worker", "index.js", randomBytes(kilobytes * 1_000));
    write("dist/worker", "bundle-meta.json", JSON.stringify({ inputs: { [source]: {} } }));
    write("dist/web", file, "");
    return { ok: true, stdout: "", output: "" };
  });
  vi.mocked(weigh).mockReturnValue([{ page: "home", route: "/", scripts: 99.96, styles: 9 }]);
  for (const find of [tooHeavy, lateTooHeavy, lazyChunkProblems])
    vi.mocked(find).mockReturnValue([]);
  return write;
}

test("a bundle is made of the environment and sent nowhere", () => {
  planBuild();
  const made = bundle("staging");
  expect(made.problems).toEqual([]);
  const args = "deploy --dry-run --env staging --outdir dist/worker --metafile".split(" ");
  expect(runTool).toHaveBeenCalledExactlyOnceWith("wrangler", args);
  expect(describeBundle(made).split("\n")).toEqual([
    "Worker        1.0 KB gzip   (dist/worker)",
    "/             100.0 KB gzip of scripts, 9.0 KB gzip of styles",
    "Web, in all   0.0 KB gzip   (dist/web)",
  ]);
});

test("a bundle that wrangler does not make is refused with its reason, a first one too", () => {
  planBuild();
  rmSync(join(repository.root, "dist"), { recursive: true });
  vi.mocked(runTool).mockReturnValue({ ok: false, stdout: "", output: "no entry" });
  expect(() => bundle("staging")).toThrow("The staging bundle could not be made:\nno entry");
});

test("every problem of a build is reported, so that no deploy takes it", () => {
  const write = planBuild({ kilobytes: 300, source: "sample/entry.ts", file: "ads-1.js" });
  write("dist/web/sample", "a.webp", "");
  vi.mocked(tooHeavy).mockReturnValue(["a page"]);
  vi.mocked(lateTooHeavy).mockReturnValue(["late code"]);
  vi.mocked(lazyChunkProblems).mockReturnValue(["a chunk"]);
  const made = bundle("staging");
  expect(made.problems).toEqual([
    "the Worker contains sample/entry.ts",
    "dist/web contains sample/",
    expect.stringMatching(/^the Worker is over \d+ KB$/),
    "a page",
    "late code",
    "a chunk",
    "dist/web/ads-1.js has a name that ad blockers refuse",
  ]);
  expect(describeBundle(made)).toContain("\nProblem: a page\nProblem: late code\n");
});

test("npm run build prints the production bundle, and fails if it has a problem", async () => {
  const print = vi.spyOn(console, "log").mockReturnValue();
  onTestFinished(() => {
    print.mockRestore();
    process.exitCode = undefined;
  });
  planBuild();
  await main();
  expect(vi.mocked(runTool).mock.lastCall?.[1]).toContain("production");
  expect(process.exitCode).toBeUndefined();
  vi.mocked(tooHeavy).mockReturnValue(["a page"]);
  await main();
  expect(print.mock.lastCall?.[0]).toMatch(/\nProblem: a page$/);
  expect(process.exitCode).toBe(1);
});

test("a Worker bundle with sample, tests, tools, the app or React is refused", () => {
  const production = [
    "worker/index.ts",
    "schema/brand.ts",
    "view/main.tsx",
    "worker/web/x.ts",
    "node_modules/hono/dist/hono.js",
  ];
  const local = [
    ...["sample", "tools", "bench", "stress", "web"].map((folder) => `${folder}/x.ts`),
    "worker/testing/test-app.ts",
    "normalise/testing/raw-posts.ts",
    "worker/a/a.test.ts",
    "view/a.test.tsx",
  ];
  const react = ["node_modules/react/jsx-runtime.js", "node_modules/react-dom/server.js"];
  expect(forbiddenInputs([...production, ...local, ...react])).toEqual([...local, ...react]);
});

test("a file that ad blockers refuse by its name is a problem of the build", () => {
  const refused = ["social-buttons-B1.js", "share-C2.js", "ad-D3.css"].map(
    (name) => `dist/web/assets/${name}`,
  );
  const kept = ["admin-E4.js", "shared-F5.js", "seen-note-G6.js"].map(
    (name) => `dist/web/assets/${name}`,
  );
  expect(blockedNames([...refused, ...kept])).toEqual(
    refused.map((file) => `${file} has a name that ad blockers refuse`),
  );
});
