import type { Deps } from "#worker/deps.ts";

/** One idempotent piece of work; bounded in rows, so that a run never outlives its time. */
export interface Job {
  name: string;
  run(deps: Deps): Promise<void>;
}
