import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Sort } from "#schema/api/posts.ts";
import type { ListingAnswer } from "#web/features/companion/listing-answer.ts";
import { searchQuery } from "./posts.queries.ts";

const asked = new WeakSet<ListingAnswer>();

const lacksHearts = ({ posts, userInfo }: ListingAnswer): boolean =>
  userInfo?.heartCount === null || posts.some(({ heartCount }) => heartCount === null);

/** Asks for the counts that pages were sent without; one that fails is asked for with the next page. */
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
      // Most pages come with their counts: the code is loaded for those that do not.
      import("./late-hearts.ts")
        .then((m) => m.fillHearts(client, page, searchQuery(username, sort)))
        .catch(() => asked.delete(page));
    }
  }, [client, username, sort, pages]);
}
