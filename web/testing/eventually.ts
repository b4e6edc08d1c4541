import { vi } from "vitest";

/** Repeats the check until it passes. The timeout is long, so that a busy machine does not fail a test. */
export const eventually = <T>(check: () => T): Promise<T> =>
  vi.waitFor(check, { timeout: 20_000, interval: 5 });
