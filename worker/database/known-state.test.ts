import { expect, test } from "vitest";
import { newTiming } from "#worker/lib/timing.ts";
import { type ReadConstraints, RequestDatabase } from "./database.ts";

const LATE = "select 'late'";

/** A database that answers LATE after `release`, with an older bookmark than everything else. */
function openDatabase() {
  let now = 0;
  const late = Promise.withResolvers<void>();
  /** The constraints of the sessions, in order. */
  const begun: (string | undefined)[] = [];
  const background: Promise<unknown>[] = [];
  const binding = {
    withSession: (constraint?: string) => {
      begun.push(constraint);
      let bookmark: string | null = null;
      const run = async (sql: string) => {
        bookmark = sql === LATE ? "state 1" : "state 2";
        if (sql === LATE) await late.promise;
      };
      return { prepare: (sql: string) => ({ run: () => run(sql) }), getBookmark: () => bookmark };
    },
  } as unknown as D1Database;
  const run = (sql: string, constraints?: Partial<ReadConstraints>) => {
    const request = new RequestDatabase({
      binding,
      clock: { now: () => now },
      timing: newTiming(),
      waitUntil: (work) => void background.push(work),
    });
    const all = { hasSession: true, readsSession: true, bookmark: null, ...constraints };
    if (constraints) request.readNearest(async () => all);
    return request.prepare(sql).run();
  };
  return { begun, background, run, release: late.resolve, setTime: (ms: number) => (now = ms) };
}

test("a late answer of the primary does not set back the state from which later reads begin", async () => {
  const { begun, run, release } = openDatabase();
  const late = run(LATE);
  await run("delete from session");
  release();
  await late;
  await run("select 1", {});
  expect(begun).toEqual(["first-primary", "first-primary", "state 2"]);
});

test("a signed-in visitor's request that reads no session renews the known state for the next one", async () => {
  const { begun, background, run, setTime } = openDatabase();
  await run("select 1");
  setTime(2_499);
  await run("select 1", { readsSession: false });
  expect(background).toEqual([]);
  setTime(2_500);
  await run("select 1", { readsSession: false });
  expect(background, "the request does not wait for it").toHaveLength(1);
  await Promise.all(background);
  setTime(7_499);
  await run("select 1", {});
  expect(begun.at(-1)).toBe("state 2");
});
