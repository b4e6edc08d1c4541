/** The code under test in each simulated place: the real cache and call budget, loaded once per place. */
export { readListingPage } from "#worker/search/walk.ts";
export { openSource } from "#worker/source/open.ts";
export { isolateMemory } from "#worker/cache/isolate-memory.ts";
export { makeVisitor } from "#worker/call-budget/visitor.ts";
export { CALLS_PER_MINUTE, peekBudget, takeCall } from "#worker/call-budget/call-budget.rules.ts";
