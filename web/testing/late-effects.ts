/**
 * React runs effects after it has changed the document, by `setImmediate`: on a busy machine a test can look between
 * the two. Here it always does, so that an assertion that has to wait for an effect fails in every run.
 */
const EFFECT_DELAY_MS = 25;

// Taken here, so that a test's fake timers do not hold it.
const later = globalThis.setTimeout;

globalThis.setImmediate = ((run: () => void) =>
  later(run, EFFECT_DELAY_MS)) as unknown as typeof setImmediate;
