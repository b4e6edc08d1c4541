import { tileKey } from "#sample/catalogue.ts";
import { image } from "#sample/content/pictures.ts";
import type { CreatorSpec, Fault } from "#sample/user.ts";
import { rows } from "./rows.ts";

function faulty(name: string, fault: Fault, count: number): CreatorSpec {
  const prefix = `1f${name.slice(6, 8)}`;
  return {
    name,
    title: `Fault: ${fault.replace("_", " ")}`,
    description: "",
    avatar: null,
    years: 2,
    linkKarma: 900,
    commentKarma: 20,
    fault,
    posts: rows(
      prefix,
      Array.from({ length: count }, (_, index) => [
        `Before the fault, number ${index + 1}`,
        "StoneADay",
        3 + index * 5,
        100 + index,
        index % 7,
        image(tileKey(index)),
      ]),
    ),
  };
}

/** One fault per name; for `fault_page2` only the second batch fails. */
export const FAULTS: readonly CreatorSpec[] = [
  faulty("fault_429", "rate_limited", 0),
  faulty("fault_403", "blocked", 0),
  faulty("fault_500", "server_error", 0),
  faulty("fault_slow", "slow", 12),
  faulty("fault_truncated", "truncated", 12),
  faulty("fault_empty", "empty", 0),
  faulty("fault_page2", "second_page", 130),
  faulty("fault_about", "profile_only", 12),
  faulty("fault_listing", "listing_only", 0),
];
