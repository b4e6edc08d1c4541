import { expect, test } from "vitest";
import { systemClock } from "#worker/lib/clock.ts";
import { newTiming } from "#worker/lib/timing.ts";
import { RequestDatabase } from "./database.ts";

const BOOKMARK = `00000001-00000000-00000000-${"0".repeat(32)}`;

/** Statements that a database sees of a signed-in read, if each fails with the message. */
async function statementsFor(message: string): Promise<string[]> {
  const seen: string[] = [];
  const withSession = (constraint: string) => ({
    prepare: () => ({
      bind: () => ({
        all: () => {
          seen.push(constraint);
          return Promise.reject(new Error(message));
        },
      }),
    }),
    getBookmark: () => BOOKMARK,
  });
  const database = new RequestDatabase({
    binding: { withSession } as unknown as D1Database,
    clock: systemClock,
    timing: newTiming(),
    waitUntil: () => undefined,
  });
  database.readNearest(async () => ({ hasSession: true, readsSession: false, bookmark: BOOKMARK }));
  await expect(database.prepare("select ?").bind(1).all()).rejects.toThrow(message);
  return seen;
}

test("a read that an overloaded database refuses is not sent to it a second time", async () => {
  expect(
    await statementsFor("D1_ERROR: D1 DB is overloaded. Requests queued for too long."),
  ).toEqual([BOOKMARK]);
  expect(await statementsFor("D1_ERROR: the bookmark cannot be reached")).toEqual([
    BOOKMARK,
    "first-primary",
  ]);
});
