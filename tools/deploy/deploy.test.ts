import { spawnSync } from "node:child_process";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bundle, describeBundle } from "#tools/build/bundle.ts";
import { type DeployConfig, localRefusals, readDeployConfig } from "./refusals.ts";
import { fetchRemoteState, migrate, replicationNote, uploadVersion } from "./remote.ts";

vi.mock("node:child_process", { spy: true });
vi.mock("#tools/build/bundle.ts");
vi.mock("./remote.ts");
vi.mock("./refusals.ts", { spy: true });

const argv = [...process.argv];
/** Calls that change the account, in order. */
let steps: string[] = [];
let printed: string[] = [];
/** What health answers before the deployed version does. */
let answers: Response[] = [];
const healthy = (commit: string | null) => Response.json({ status: "ok", commit });
const READY = {
  secrets: ["ADMIN_PASSWORD_HASH", "ADMIN_JWT_SECRET"],
  hasBucket: true,
  pendingMigrations: [],
  newerMigrations: [],
};

const GIT: Record<string, string> = {
  "status --porcelain": "",
  "rev-parse --short HEAD": "abc1234\n",
  "log -1 --format=%s": "search: a subject\n",
};

/** Only the fields used here, because reading the real configuration loads wrangler. */
const CONFIG = {
  bucket: null,
  requiredSecrets: READY.secrets,
  source: { name: "archive", hasFallback: false },
} as unknown as DeployConfig;

beforeEach(() => {
  vi.resetModules();
  [steps, printed, answers] = [[], [], []];
  vi.mocked(readDeployConfig).mockResolvedValue(CONFIG);
  vi.mocked(localRefusals).mockReturnValue([]);
  vi.mocked(spawnSync).mockImplementation((_, args) => {
    const stdout = GIT[args?.join(" ") ?? ""];
    return { status: stdout === undefined ? 1 : 0, stdout, stderr: "" } as never;
  });
  vi.mocked(bundle).mockReturnValue({ problems: [] } as never);
  vi.mocked(describeBundle).mockReturnValue("");
  vi.mocked(replicationNote).mockReturnValue("");
  vi.mocked(fetchRemoteState).mockReturnValue({ ...READY, pendingMigrations: ["0009_new.sql"] });
  vi.mocked(migrate).mockImplementation(() => void steps.push("migrate"));
  vi.mocked(uploadVersion).mockImplementation(() => void steps.push("upload"));
  vi.stubGlobal("fetch", async (address: string, { signal }: RequestInit) => {
    if (!signal) throw new Error("a request without a time limit");
    steps.push(new URL(address).pathname);
    return answers.shift() ?? healthy("abc1234");
  });
  vi.spyOn(console, "log").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation((text) => void printed.push(String(text)));
});

afterEach(() => {
  process.argv = [...argv];
  process.exitCode = undefined;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const logged = () => vi.mocked(console.log).mock.calls.join("\n");

/** Returns the exit code. */
async function deploy(...options: string[]): Promise<typeof process.exitCode> {
  process.argv = [...argv.slice(0, 2), "--env", "staging", ...options];
  await import("./deploy.ts");
  return process.exitCode;
}

test("migrations are applied before the version is uploaded, and health is checked last", async () => {
  expect(await deploy("--migrate")).toBeUndefined();
  expect(steps).toEqual(["migrate", "upload", "/api/health"]);
  const options = ["--tag", "abc1234", "--message", "search: a subject"];
  expect(uploadVersion).toHaveBeenCalledWith("staging", options);
});

/** The milliseconds between the requests to health, as far as they were waited for. */
let pauses: number[] = [];

async function deployWithoutPauses(): Promise<typeof process.exitCode> {
  pauses = [];
  vi.stubGlobal("setTimeout", (work: () => void, ms: number) => {
    setImmediate(() => {
      pauses.push(ms);
      work();
    });
  });
  return deploy("--migrate");
}

test("a healthy answer of the version before is not taken for the deployed one's", async () => {
  answers = [healthy("0ld0000"), healthy(null), new Response("<html>"), healthy("abc1234")];
  expect(await deployWithoutPauses()).toBeUndefined();
  expect(answers).toEqual([]);
  expect(printed).toEqual([]);
});

test("a deployed version that does not answer in twelve requests is reported, with the last answer", async () => {
  answers = Array.from({ length: 12 }, () => healthy("0ld0000"));
  expect(await deployWithoutPauses()).toBe(1);
  expect(steps.filter((step) => step === "/api/health")).toHaveLength(12);
  expect(pauses).toEqual(Array.from({ length: 12 }, () => 5_000));
  expect(printed.join()).toContain("no healthy answer of commit abc1234. The last one: 200 ");
  expect(printed.join()).toContain("0ld0000");
});

test("a deployed version that cannot be reached is reported with the reason", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("getaddrinfo ENOTFOUND")));
  expect(await deployWithoutPauses()).toBe(1);
  expect(printed.join()).toContain("The last one: TypeError: getaddrinfo ENOTFOUND");
});

test("the deployed version's own answer does not count while it is unhealthy", async () => {
  const unhealthy = { status: "degraded", commit: "abc1234" };
  answers = [Response.json(unhealthy, { status: 503 })];
  expect(await deployWithoutPauses()).toBeUndefined();
  expect(steps.filter((step) => step === "/api/health")).toHaveLength(2);
});

const unhealthy = (reasons: string[], commit = "abc1234") =>
  Response.json({ status: "degraded", commit, reasons }, { status: 503 });

test("what ails the version before says nothing about the deployed one", async () => {
  answers = Array.from({ length: 12 }, () => unhealthy(["source_blocked"], "0ld0000"));
  expect(await deployWithoutPauses()).toBe(1);
});

test.each([
  [["source_blocked", "cron_late"], undefined],
  [["source_blocked", "configuration"], 1],
  [["d1_down"], 1],
])("a deployed version that stays unhealthy for %s ends with code %s", async (reasons, code) => {
  answers = Array.from({ length: 12 }, () => unhealthy(reasons));
  expect(await deployWithoutPauses()).toBe(code);
  expect(steps.filter((step) => step === "/api/health")).toHaveLength(12);
  const sentence = "Health is 503 for a reason from before it: source_blocked, cron_late (docs/";
  expect(logged().includes(sentence)).toBe(code === undefined);
});

test("a deployed version that stops answering is reported, whatever ailed it before", async () => {
  answers = [unhealthy(["source_blocked"])];
  vi.stubGlobal("fetch", async () => {
    const answer = answers.shift();
    if (answer) return answer;
    throw new TypeError("fetch failed");
  });
  expect(await deployWithoutPauses()).toBe(1);
  expect(printed.join()).toContain("The last one: TypeError: fetch failed");
});

test("without a pending migration none is applied", async () => {
  vi.mocked(fetchRemoteState).mockReturnValue(READY);
  expect(await deploy("--migrate")).toBeUndefined();
  expect(steps).toEqual(["upload", "/api/health"]);
});

test("with --older a commit older than the database is deployed", async () => {
  const newer = { ...READY, newerMigrations: ["0010_later.sql"] };
  vi.mocked(fetchRemoteState).mockReturnValue(newer);
  expect(await deploy("--older")).toBeUndefined();
  expect(steps).toEqual(["upload", "/api/health"]);
});

test.each([
  ["", []],
  ["?? new.ts\n M old.ts\n", ["?? new.ts", " M old.ts"]],
])("of git's %j every line is an uncommitted file", async (stdout, files) => {
  vi.mocked(spawnSync).mockReturnValueOnce({ status: 0, stdout } as never);
  expect(await deploy("--migrate")).toBeUndefined();
  expect(localRefusals).toHaveBeenCalledWith("staging", CONFIG, files);
});

test("sizes, source and replication are printed, and what is missing or not read is noted", async () => {
  const secrets = [...READY.secrets, "REDDIT_CLIENTSECRET"];
  vi.mocked(fetchRemoteState).mockReturnValue({ ...READY, secrets });
  vi.mocked(describeBundle).mockReturnValue("The Worker has 1 KB");
  vi.mocked(replicationNote).mockReturnValue("Replication is on");
  expect(await deploy()).toBeUndefined();
  expect(logged().split("\n")).toEqual(
    expect.arrayContaining([
      "The Worker has 1 KB",
      "Source of posts: archive.",
      "Note: staging has no bucket bound as BACKUPS, so no daily backups: docs/operations.md, Backups.",
      "Replication is on",
      "Note: The account has the secret REDDIT_CLIENTSECRET, which the Worker does not read: did you mean REDDIT_CLIENT_SECRET?",
    ]),
  );
});

test("a failed migration leaves the running version", async () => {
  const { Refused } = await import("#tools/refused.ts");
  vi.mocked(migrate).mockImplementation(() => {
    throw new Refused("Applying the migrations failed");
  });
  expect(await deploy("--migrate")).toBe(1);
  expect(steps).toEqual([]);
  expect(printed).toEqual(["\nThe deploy stopped.\nApplying the migrations failed\n"]);
});

test.each<[string, () => unknown, string[], string]>([
  ["a pending migration without --migrate", () => {}, [], "The database lacks 0009_new.sql"],
  [
    "a missing secret",
    () => vi.mocked(fetchRemoteState).mockReturnValue({ ...READY, secrets: [] }),
    ["--migrate"],
    "The secret ADMIN_PASSWORD_HASH is missing",
  ],
  [
    "a commit older than the database",
    () =>
      vi
        .mocked(fetchRemoteState)
        .mockReturnValue({ ...READY, newerMigrations: ["0010_later.sql"] }),
    ["--migrate"],
    "The database has 0010_later.sql",
  ],
  [
    "a bundle over its limit",
    () => vi.mocked(bundle).mockReturnValue({ problems: ["The Worker is too large"] } as never),
    ["--migrate"],
    "The Worker is too large",
  ],
  [
    "a local refusal",
    () => vi.mocked(localRefusals).mockReturnValue(["1 uncommitted change(s)", "no route"]),
    ["--migrate"],
    "\n• 1 uncommitted change(s)\n• no route\n",
  ],
])("%s is refused before the database or the Worker changes", async (_, spoil, options, reason) => {
  spoil();
  expect(await deploy(...options)).toBe(1);
  expect(steps).toEqual([]);
  expect(printed.join()).toContain(reason);
});

test.each([
  [
    "fatal: detected dubious ownership",
    { status: 128, stdout: "", stderr: "fatal: detected dubious ownership\n" },
  ],
  [
    "spawnSync git ENOENT",
    { status: null, stdout: null, stderr: null, error: new Error("spawnSync git ENOENT") },
  ],
])("a git that fails is quoted: %s", async (reason, result) => {
  vi.mocked(spawnSync).mockReturnValue(result as never);
  expect(await deploy()).toBe(1);
  expect(steps).toEqual([]);
  expect(printed.join()).toContain(`git status --porcelain failed: ${reason}\n`);
});

test("a dry run continues without git, and says so", async () => {
  vi.mocked(spawnSync).mockReturnValue({ status: 128, stdout: "", stderr: "fatal: no" } as never);
  expect(await deploy("--dry-run")).toBeUndefined();
  expect(bundle).toHaveBeenCalledWith("staging");
  expect(logged()).toContain("A deploy would be refused:\n• git status --porcelain failed");
});

test("a dry run does not call the account, and continues where a deploy would be refused", async () => {
  vi.mocked(localRefusals).mockReturnValue(["1 uncommitted change(s)"]);
  expect(await deploy("--dry-run", "--migrate")).toBeUndefined();
  expect(bundle).toHaveBeenCalledWith("staging");
  expect(fetchRemoteState).not.toHaveBeenCalled();
  expect(steps).toEqual([]);
  expect(logged()).toContain("── Dry run: nothing was deployed\nNot checked, because it is in");
  expect(logged()).toContain("A deploy would be refused:\n• 1 uncommitted change(s)");
});

test("a dry run without a refusal says that a deploy would pass", async () => {
  expect(await deploy("--dry-run")).toBeUndefined();
  expect(logged()).toMatch(/\nA deploy would pass the local checks\.$/);
});
