import { vi } from "vitest";

/** Repeats the check until it passes. The limit is long, because a busy machine must not decide a test. */
export const eventually = <T>(check: () => T): Promise<T> =>
  vi.waitFor(check, { timeout: 20_000, interval: 5 });
