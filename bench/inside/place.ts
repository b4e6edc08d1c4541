/** What runs in each simulated place: the real cache and quota code, loaded once a place. */
export { readPage } from "#worker/source/page.ts";
export { memory } from "#worker/source/memory.ts";
export { CALLS_A_MINUTE, lookAtDesk, takeCall } from "#worker/source/desk.rules.ts";
