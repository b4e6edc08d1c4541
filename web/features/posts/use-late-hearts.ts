import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Sort } from "#schema/choices.ts";
import type { ListingAnswer } from "#web/features/companion/listing-answer.ts";
import { searchQuery } from "#web/features/search/search.queries.ts";

const asked = new WeakSet<ListingAnswer>();

const lacksHearts = ({ posts, userInfo }: ListingAnswer): boolean =>
  userInfo?.heartCount === null || posts.some(({ heartCount }) => heartCount === null);

/** Requests counts that are missing from pages. After a failure they are requested again with the next page. */
export function useLateHearts(
  username: string,
  sort: Sort,
  pages: readonly ListingAnswer[] | undefined,
): void {
  const client = useQueryClient();
  useEffect(() => {
    for (const page of pages ?? []) {
      if (asked.has(page) || !lacksHearts(page)) continue;
      asked.add(page);
      // Most pages include their counts, so this code is loaded only when needed.
      import("./late-hearts.ts")
        .then((m) => m.fillHearts(client, page, searchQuery(username, sort)))
        .catch(() => asked.delete(page));
    }
  }, [client, username, sort, pages]);
}
