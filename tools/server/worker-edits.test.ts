import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { root } from "#tools/files.ts";
import { EDITS, signalEdits } from "./worker-edits.ts";

const SOURCES = ["worker", "schema", "view", "normalise", "sample"];

test("wrangler watches the folder in which edits are signalled", () => {
  const toml = readFileSync(join(root, "wrangler.toml"), "utf8");
  expect(/^\[build\]\n(?:.+\n)*watch_dir = "(.+)"$/m.exec(toml)?.[1]).toBe(EDITS);
});

test("an edit of the Worker's source is signalled, an edit of a test is not", async () => {
  const copy = mkdtempSync(join(tmpdir(), "edits-"));
  for (const name of SOURCES) mkdirSync(join(copy, name, "inner"), { recursive: true });
  const stop = signalEdits(copy);
  const signalled = () => readFileSync(join(copy, EDITS, "last"), "utf8");
  try {
    for (const name of SOURCES) {
      const edit = join("inner", `${name}.ts`);
      // Repeated, because watching begins shortly after the call.
      const signal = () => {
        writeFileSync(join(copy, name, edit), "");
        expect(signalled()).toBe(edit);
      };
      await vi.waitFor(signal, { timeout: 30_000, interval: 100 });
      writeFileSync(join(copy, name, "inner", "noun.test.ts"), "");
    }
    expect(signalled()).toBe(join("inner", "sample.ts"));
  } finally {
    stop();
    rmSync(copy, { recursive: true });
  }
});
