import { MAX_FOLLOWED } from "#schema/max-followed.ts";
import { parseJson } from "#schema/parse-json.ts";
import { REDDIT_NAME } from "#schema/username.ts";
import { followOtherTabs } from "#web/lib/follow-other-tabs.ts";
import { createStore } from "#web/lib/store.ts";
import { readStored, writeStored } from "#web/lib/stored.ts";

const STORAGE_KEY = "followed";

let read: { text: string | null; names: readonly string[] } = { text: null, names: [] };

function parse(text: string | null): readonly string[] {
  const stored = parseJson(text ?? "");
  if (!Array.isArray(stored)) return [];
  return stored
    .filter((name): name is string => typeof name === "string" && REDDIT_NAME.test(name))
    .slice(0, MAX_FOLLOWED);
}

/** The creators followed on this device without an account, newest first. */
export const deviceFollows = createStore<readonly string[]>(
  () => {
    const text = readStored("local", STORAGE_KEY);
    if (text !== read.text) read = { text, names: parse(text) };
    return read.names;
  },
  { connect: followOtherTabs },
);

function store(names: readonly string[]): void {
  writeStored("local", STORAGE_KEY, names.length > 0 ? JSON.stringify(names) : null);
  deviceFollows.notify();
}

const without = (name: string) =>
  deviceFollows.read().filter((other) => other.toLowerCase() !== name.toLowerCase());

export function followOnDevice(name: string): "followed" | "already" | "full" {
  const others = without(name);
  if (others.length < deviceFollows.read().length) return "already";
  if (others.length >= MAX_FOLLOWED) return "full";
  store([name, ...others]);
  return "followed";
}

/** Whether the list outlives the page: browsers can block storage, and storage can be full. */
export function areFollowsStored(): boolean {
  deviceFollows.read();
  try {
    return localStorage.getItem(STORAGE_KEY) === read.text;
  } catch {
    return false;
  }
}

export const unfollowOnDevice = (name: string): void => store(without(name));
