import { drizzle } from "drizzle-orm/d1";
import { isolateMemory } from "#worker/cache/isolate-memory.ts";
import { peekBudget, takeCall, type GrantedCall } from "#worker/call-budget/call-budget.rules.ts";
import type { CallBudgetPort } from "#worker/call-budget/port.ts";
import { RequestBudget } from "#worker/visitor-budget/visitor-budget.ts";
import { derive, type Deps } from "#worker/deps.ts";
import { NOTHING_REMOVED } from "#worker/removals/removal-list.rules.ts";
import { readListingPage } from "#worker/search/walk.ts";
import { openSource } from "#worker/source/open.ts";
import type { PlaceCode, PlaceParts } from "./place-code.ts";

const PAGE_SIZE = 12;

const REDDIT = {
  clientId: "simulated",
  clientSecret: "simulated",
  userAgent: "simulation",
  authUrl: "https://auth.invalid",
  apiUrl: "https://api.invalid",
};

/** Time is simulated, so no timeout fires in real time. */
const timeout = () => new AbortController().signal;
const inBackground = (work: Promise<unknown>): void => void work.catch(() => undefined);

/** There are no hearts, so noted listing checks find no row. */
const statement = { bind: () => statement };
const binding = { prepare: () => statement, batch: async () => [] } as unknown as D1Database;
const database = { binding, drizzle: drizzle(binding) };

function callBudgetOf({ budget, clock }: PlaceParts): CallBudgetPort | null {
  if (!budget) return null;
  const state = budget.calls as GrantedCall[];
  return {
    take: async (_, caller) => {
      await budget.reach();
      return takeCall(state, caller, clock.now());
    },
    peek: async (_, purpose) => {
      await budget.reach();
      return peekBudget(state, { purpose }, clock.now());
    },
  };
}

function depsOf(parts: PlaceParts): Deps {
  const { clock, kv, fetch } = parts;
  const deps = {
    clock: { ...clock, timeout },
    kv,
    fetch,
    waitUntil: inBackground,
    sample: null,
    callBudget: callBudgetOf(parts),
    config: { postSource: "reddit", reddit: REDDIT },
    database,
  };
  return deps as unknown as Deps;
}

function rememberWithLength(listingLength: number): void {
  const set = isolateMemory.set.bind(isolateMemory);
  isolateMemory.set = (key, entry, length) =>
    set(key, entry, key.startsWith("listing:") ? listingLength : length);
}

/** Every simulated location loads its own copy of the code under test, the real cache and call budget. */
export const openPlace: PlaceCode["openPlace"] = (parts) => {
  rememberWithLength(parts.listingLength);
  const shared = depsOf(parts);
  return {
    ask: (prefix, username) => {
      const visitorBudget = new RequestBudget(
        () => ({
          clock: shared.clock,
          counters: () => [{ limit: parts.limit, key: prefix }],
          sender: prefix,
          prefix,
          isCacheOnly: false,
        }),
        inBackground,
      );
      const deps = derive(shared, { visitorBudget });
      const source = openSource(deps, "reddit");
      const listing = { source, username, sort: "new" as const, admit: () => Promise.resolve() };
      return readListingPage(deps, listing, null, PAGE_SIZE, NOTHING_REMOVED);
    },
  };
};
