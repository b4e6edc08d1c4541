import { BATCH_SIZE } from "./batch-size.ts";
import type { Sort } from "./choices.ts";

/** The parameters of Reddit's listing of a user's posts, for the Worker and for the companion. */
export function listingQuery(sort: Sort, after: string | null): URLSearchParams {
  const query = new URLSearchParams({ sort, limit: String(BATCH_SIZE), raw_json: "1" });
  // Without it, top covers one day.
  if (sort === "top") query.set("t", "all");
  if (after) query.set("after", after);
  return query;
}
