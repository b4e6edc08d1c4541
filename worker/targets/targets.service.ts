import type { Deps } from "#worker/deps.ts";

export interface WantedTarget {
  type: "user" | "post";
  by: "id" | "name";
  value: string;
}

/** Fetches the target from the source and stores it; its stored id, or null where it is not there. */
export async function bringIn(_deps: Deps, _target: WantedTarget): Promise<string | null> {
  return null;
}
