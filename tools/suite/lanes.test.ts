import { beforeEach, expect, test, vi } from "vitest";
import { type Lane, runLanes, type Step } from "./lanes.ts";
import { startScript, succeeds } from "#tools/tools.ts";

beforeEach(() => void vi.spyOn(console, "log").mockImplementation(() => {}));

/** The names of the steps that began. */
const begun = () =>
  vi.mocked(console.log).mock.calls.flatMap(([line]) => /^\n── (.+)/.exec(String(line))?.[1] ?? []);

const passing = (name: string): Step => ({
  name,
  run: () => Promise.resolve({ passed: 2, failures: [] }),
});
const failing = (name: string): Step => ({
  name,
  run: () => Promise.resolve({ passed: 1, failures: [name] }),
});
const asCheck = (step: Step): Step => ({ ...step, isCheck: true });
const running = (program: string): Step => ({
  name: program,
  run: async () => {
    const tool = startScript("-e", [program], { stdio: "pipe" });
    return { passed: 0, failures: (await succeeds(tool)) ? [] : ["ended by a signal"] };
  },
});

test("the outcomes of all lanes are added up, and a failed test ends nothing", async () => {
  const lanes: Lane[] = [[failing("b"), passing("c")], [passing("d")], [running("")]];
  expect(await runLanes([passing("a")], lanes)).toMatchObject({ passed: 7, failures: ["b"] });
});

test("a check that passes ends nothing", async () => {
  const check = asCheck(passing("a"));
  const lanes: Lane[] = [[check, passing("c")], [running("")]];
  expect(await runLanes([check, passing("b")], lanes)).toMatchObject({ passed: 8, failures: [] });
});

test("after a failed first check no lane starts", async () => {
  const first = [asCheck(failing("a")), passing("b")];
  expect(await runLanes(first, [[passing("c")]])).toMatchObject({ passed: 1, failures: ["a"] });
  expect(begun()).toEqual(["a"]);
});

test("a failed check ends the steps that run, whose outcome does not count, and no other starts", async () => {
  const lanes: Lane[] = [
    [asCheck(failing("b")), passing("c")],
    [running("setInterval(() => {}, 1_000)"), passing("d")],
  ];
  expect(await runLanes([passing("a")], lanes)).toMatchObject({ passed: 3, failures: ["b"] });
  expect(begun()).toEqual(["a", "b", expect.stringContaining("setInterval")]);
});

test("the reasons of skipped tests are kept", async () => {
  const run = () => Promise.resolve({ passed: 1, failures: [], skipped: ["no Chromium"] });
  const total = await runLanes([passing("a")], [[{ name: "b", run }]]);
  expect(total.skipped).toEqual(["no Chromium"]);
});
