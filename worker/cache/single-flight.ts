import type { Clock } from "#worker/clock.ts";

interface FlightDeps {
  clock: Pick<Clock, "timeout">;
  waitUntil(work: Promise<unknown>): void;
}

/** How long a follower waits for the leader before it does the work itself. */
const LEADER_TIMEOUT_MS = 6_000;

const flights = new Map<string, Promise<unknown>>();

/**
 * Runs concurrent identical work once per isolate. The leader's work outlives its own answer (waitUntil). A
 * follower that waits too long, because the leader's request was cancelled with its client, does the work
 * itself. Share plain data only: a Response belongs to its request.
 */
export function singleFlight<T>(
  { clock, waitUntil }: FlightDeps,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  const running = flights.get(key) as Promise<T> | undefined;
  if (running) return follow(clock, running, work);
  const flight = work().finally(() => {
    if (flights.get(key) === flight) flights.delete(key);
  });
  flights.set(key, flight);
  waitUntil(flight.catch(() => undefined));
  return flight;
}

function follow<T>(
  clock: FlightDeps["clock"],
  running: Promise<T>,
  work: () => Promise<T>,
): Promise<T> {
  const timeout = clock.timeout(LEADER_TIMEOUT_MS);
  return new Promise<T>((resolve, reject) => {
    const begin = () => void work().then(resolve, reject);
    timeout.addEventListener("abort", begin, { once: true });
    const stopWaiting = () => timeout.removeEventListener("abort", begin);
    void running.finally(stopWaiting).then(resolve, reject);
  });
}
