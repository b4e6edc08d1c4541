import { expect, test } from "vitest";
import { readOptions, type RestoreOptions } from "./restore.ts";

const LOCAL = { env: null };

test.each<[string, string[], Partial<RestoreOptions>]>([
  ["a file goes into the local database", ["folder"], { file: "folder", env: null, target: LOCAL }],
  [
    "a production backup goes into the local database too, unless told otherwise",
    ["--from-r2", "latest", "--env", "production"],
    { fromR2: "latest", file: undefined, env: "production", target: LOCAL, isCheck: false },
  ],
  [
    "--remote names the database of its environment",
    ["folder", "--remote", "--env", "staging"],
    { file: "folder", fromR2: undefined, target: { env: "staging" }, isCheck: false },
  ],
  ["--check only verifies", ["folder", "--check"], { isCheck: true, target: LOCAL }],
])("%s", (_, args, wanted) => {
  expect(readOptions(args)).toMatchObject(wanted);
});

test.each([
  ["two backups", ["one", "two"]],
  ["a file and a day", ["folder", "--from-r2", "latest"]],
  ["--remote without an environment", ["folder", "--remote"]],
])("%s is refused", (_, args) => {
  expect(() => readOptions(args)).toThrow(/npm run restore|--remote needs --env/);
});
