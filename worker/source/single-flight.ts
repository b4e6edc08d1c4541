import type { Deps } from "#worker/deps.ts";

type Lifetime = Pick<Deps, "clock" | "waitUntil">;

/** How long one request waits for another's work before it does its own. */
const PATIENCE_MS = 6_000;

const flights = new Map<string, Promise<unknown>>();

/**
 * Concurrent identical work in one isolate is done once. The leader's goes on after its own answer
 * (waitUntil); a follower that waits too long, because the leader's request was cancelled with its
 * client, does the work itself. Only plain data may be shared so: a Response belongs to its request.
 */
export function singleFlight<T>(
  { clock, waitUntil }: Lifetime,
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
  clock: Lifetime["clock"],
  running: Promise<T>,
  work: () => Promise<T>,
): Promise<T> {
  const patience = clock.timeout(PATIENCE_MS);
  return new Promise<T>((resolve, reject) => {
    const begin = () => void work().then(resolve, reject);
    patience.addEventListener("abort", begin, { once: true });
    const stopWaiting = () => patience.removeEventListener("abort", begin);
    void running.finally(stopWaiting).then(resolve, reject);
  });
}
