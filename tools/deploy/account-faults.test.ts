import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runTool } from "#tools/tools.ts";
import { fetchRemoteState, migrate, replicationNote, uploadVersion } from "./remote.ts";

vi.mock("#tools/tools.ts");

let calls: string[] = [];
/** wrangler's answers by the first words of a command; text means success. */
let answers: [command: string, answer: string | Error][] = [];

const APPLIED: (typeof answers)[number] = ["d1 execute", '[{"results":[]}]'];

beforeEach(() => {
  [calls, answers] = [[], []];
  vi.mocked(runTool).mockImplementation((_tool, args) => {
    const command = args.join(" ");
    calls.push(command);
    const answer = answers.find(([start]) => command.startsWith(start))?.[1] ?? "";
    return answer instanceof Error
      ? { ok: false, stdout: "", output: answer.message }
      : { ok: true, stdout: answer, output: answer };
  });
  vi.spyOn(console, "log").mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

test.each([
  ["does not name one", "{}"],
  ["fails", new Error("D1 is busy")],
])("where D1 %s, no migration is applied without a restore point", (_, answer) => {
  answers = [["d1 time-travel info", answer]];
  expect(() => migrate("production")).toThrow(/restore point/);
  expect(calls).toEqual([expect.stringMatching(/^d1 time-travel info DB --env production/)]);
});

test("a failed listing of secrets is an error, but a missing Worker has no secrets", () => {
  answers = [["secret list", new Error("A request to the Cloudflare API failed. [code: 10000]")]];
  expect(() => fetchRemoteState("production", null)).toThrow("Listing the secrets failed");
  answers = [
    APPLIED,
    ["secret list", new Error('Worker "unearth-production" not found. [code: 10007]')],
  ];
  expect(fetchRemoteState("production", null).secrets).toEqual([]);
});

test("a failed look-up of the bucket is an error, but a missing bucket is none", () => {
  const answer = (info: string | Error) => {
    answers = [APPLIED, ["secret list", "[]"], ["r2 bucket info", info]];
    return () => fetchRemoteState("production", "our-backups").hasBucket;
  };
  expect(answer(new Error("Authentication error [code: 10000]"))).toThrow("the bucket failed");
  expect(answer(new Error("It does not exist. [code: 10006]"))()).toBe(false);
  expect(answer("{}")()).toBe(true);
});

test("every wrangler call names the environment that is deployed, and its account's database", () => {
  answers = [
    APPLIED,
    ["secret list", "[]"],
    ["d1 info", '{"read_replication":{"mode":"auto"}}'],
    ["d1 time-travel info", '{"bookmark":"00000001"}'],
  ];
  fetchRemoteState("staging", null);
  expect(replicationNote("staging")).toContain("Read replication is on");
  migrate("staging");
  uploadVersion("staging", ["--tag", "abc1234"]);
  expect(calls).toEqual([
    "secret list --env staging --format json",
    "d1 migrations list DB --remote --env staging",
    "d1 execute DB --remote --env staging --json --command select name from d1_migrations order by id",
    "d1 info DB --env staging --json",
    "d1 time-travel info DB --env staging --json",
    "d1 migrations apply DB --remote --env staging",
    "deploy --env staging --tag abc1234",
  ]);
  expect(vi.mocked(console.log).mock.calls.join("\n")).toMatch(
    /^Restore point, .*\n {2}npx wrangler d1 time-travel restore DB --env staging --bookmark=00000001\n[^]*\nTo roll back:\n {2}npx wrangler rollback --env staging$/,
  );
});
