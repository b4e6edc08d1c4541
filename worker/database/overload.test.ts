import { expect, test } from "vitest";
import { systemClock } from "#worker/lib/clock.ts";
import { newTiming } from "#worker/lib/timing.ts";
import { RequestDatabase } from "./database.ts";
import { retryIdempotent } from "./retry.ts";

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

test("a statement whose connection is lost is sent three times, after growing pauses of random length", async () => {
  const pausesWith = async (random: number) => {
    const pauses: number[] = [];
    const clock = { random: () => random, sleep: async (ms: number) => void pauses.push(ms) };
    const lost = () => Promise.reject(new Error("D1_ERROR: Network connection lost."));
    await expect(retryIdempotent(clock, lost)).rejects.toThrow("connection lost");
    return pauses;
  };
  expect(await pausesWith(0)).toEqual([20, 40]);
  expect(await pausesWith(0.5)).toEqual([40, 80]);
});
