/**
 * React runs effects by `setImmediate`, after it has changed the document: on a busy machine a test can look between
 * the two. This delay makes it the rule, so that an assertion that forgets to wait for an effect fails in every run.
 */
const EFFECT_DELAY_MS = 25;

// Kept from before a test installs fake timers.
const later = globalThis.setTimeout;

globalThis.setImmediate = ((run: () => void) =>
  later(run, EFFECT_DELAY_MS)) as unknown as typeof setImmediate;
