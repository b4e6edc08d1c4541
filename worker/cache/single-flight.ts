import type { Clock } from "#worker/clock.ts";
import { CallCutShort } from "#worker/errors.ts";

interface FlightDeps {
  clock: Pick<Clock, "timeout">;
  waitUntil(work: Promise<unknown>): void;
}

/** How long a follower waits for the leader before another one takes over. */
const LEADER_TIMEOUT_MS = 6_000;

const flights = new Map<string, Promise<unknown>>();

export const isInFlight = (key: string): boolean => flights.has(key);

/**
 * Runs concurrent identical work once per isolate. The leader's work outlives its own answer (waitUntil). Where the
 * leader takes too long, because its request was cancelled with its client, the first follower to notice it becomes
 * the leader and the others follow it. Share plain data only: a Response belongs to its request.
 */
export function singleFlight<T>(deps: FlightDeps, key: string, work: () => Promise<T>): Promise<T> {
  const running = flights.get(key) as Promise<T> | undefined;
  return running ? follow(deps, key, running, work) : lead(deps, key, work);
}

function lead<T>({ waitUntil }: FlightDeps, key: string, work: () => Promise<T>): Promise<T> {
  const flight = work().finally(() => {
    if (flights.get(key) === flight) flights.delete(key);
  });
  flights.set(key, flight);
  waitUntil(flight.catch(() => undefined));
  return flight;
}

/**
 * Gives the answer of the leader or of its successor, whichever is first. A leader whose request had no time left for
 * its call says nothing about a follower's, which has time of its own.
 */
function follow<T>(
  deps: FlightDeps,
  key: string,
  running: Promise<T>,
  work: () => Promise<T>,
): Promise<T> {
  const timeout = deps.clock.timeout(LEADER_TIMEOUT_MS);
  return new Promise<T>((resolve, reject) => {
    const takeOver = () => {
      if (flights.get(key) === running) flights.delete(key);
      void singleFlight(deps, key, work).then(resolve, reject);
    };
    timeout.addEventListener("abort", takeOver, { once: true });
    const stopWaiting = () => timeout.removeEventListener("abort", takeOver);
    const failOrTakeOver = (error: unknown) =>
      error instanceof CallCutShort ? takeOver() : reject(error);
    void running.finally(stopWaiting).then(resolve, failOrTakeOver);
  });
}
