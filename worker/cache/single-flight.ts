import type { Clock } from "#worker/lib/clock.ts";
import { OwnFailure } from "#worker/errors.ts";

interface FlightDeps {
  clock: Pick<Clock, "timeout">;
  waitUntil(work: Promise<unknown>): void;
}

/** A follower waits this long for the leader, then takes over. */
const LEADER_TIMEOUT_MS = 6_000;

const flights = new Map<string, Promise<unknown>>();

/**
 * Runs concurrent identical work once per isolate. The leader's work outlives its own answer (waitUntil). If the leader
 * is late, as after its client disconnected, the first follower to time out becomes the leader. Share plain data only:
 * a Response belongs to its request.
 */
export function singleFlight<T>(deps: FlightDeps, key: string, work: () => Promise<T>): Promise<T> {
  const running = flights.get(key) as Promise<T> | undefined;
  return running ? follow(deps, key, running, work) : lead(deps, key, work);
}

/** Waits for running work and never takes it over: null if none runs, or if its leader is late or could not call. */
export async function joinFlight<T>(deps: FlightDeps, key: string): Promise<T | null> {
  const running = flights.get(key) as Promise<T | null> | undefined;
  return running ? follow(deps, key, running, () => Promise.resolve(null)) : null;
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
 * Resolves with the first answer, the leader's or its successor's; after a takeover only the successor can fail. A
 * leader that could not make its call for a reason of its own fails with OwnFailure; a follower takes over.
 */
function follow<T>(
  deps: FlightDeps,
  key: string,
  running: Promise<T>,
  work: () => Promise<T>,
): Promise<T> {
  const timeout = deps.clock.timeout(LEADER_TIMEOUT_MS);
  return new Promise<T>((resolve, reject) => {
    let hasTakenOver = false;
    const takeOver = () => {
      hasTakenOver = true;
      if (flights.get(key) === running) flights.delete(key);
      void singleFlight(deps, key, work).then(resolve, reject);
    };
    timeout.addEventListener("abort", takeOver, { once: true });
    const stopWaiting = () => timeout.removeEventListener("abort", takeOver);
    const failOrTakeOver = (error: unknown) => {
      if (hasTakenOver) return;
      if (error instanceof OwnFailure) takeOver();
      else reject(error);
    };
    void running.finally(stopWaiting).then(resolve, failOrTakeOver);
  });
}
