import { useMemo, useState } from "react";
import { PAGE_SIZE } from "#schema/queries.ts";
import { OLDER } from "#web/features/companion/listing-answer.ts";
import { useLateHearts } from "#web/features/posts/use-late-hearts.ts";
import { useSession } from "#web/features/auth/session.queries.ts";
import { usePreferences } from "#web/features/preferences/preferences.queries.ts";
import { useNextPage } from "#web/lib/use-next-page.ts";
import { useFeedAddress } from "./use-feed-address.ts";
import { useListing } from "./use-listing.ts";
import { useFeedView } from "./use-feed-view.ts";

export type UserFeed = ReturnType<typeof useUserFeed>;

/** A user's loaded posts, filtered by the address and shown by the preferences. */
export function useUserFeed(username: string) {
  const address = useFeedAddress(username);
  const { isAuthenticated } = useSession();
  const view = useFeedView(usePreferences(), isAuthenticated);
  const [pageSize, setPageSize] = useState(PAGE_SIZE);
  const { query, narrow, answer, loaded, ...listing } = useListing(username, address, pageSize);
  const { r, q, before } = address;
  const pages = query.data?.pages;
  useLateHearts(username, address.sort, pages);
  const posts = useMemo(
    () => narrow?.narrowPosts(loaded, { r, q, before }) ?? loaded,
    [narrow, loaded, r, q, before],
  );
  return {
    address,
    view,
    loaded,
    /** The loaded posts that pass the address's communities, words and date. */
    posts,
    /** The search's first page; undefined while it loads. */
    answer,
    /** The name in Reddit's spelling; null until Reddit is known to have it, and for a creator removed at request. */
    knownName:
      answer?.userExists && answer.profileState !== "removed"
        ? (answer.userInfo?.username ?? username)
        : null,
    total: Math.max(loaded.length, pages?.at(-1)?.total ?? 0),
    isTotalExact: pages?.at(-1)?.totalExact ?? false,
    ...listing,
    isPending: query.isPending,
    more: {
      pages: pages?.length ?? 0,
      hasMore: query.hasNextPage,
      ending: pages?.at(-1)?.message,
      /** The next posts are from another source, so they wait for a press. */
      isOlder: pages?.at(-1)?.nextPage?.startsWith(OLDER),
      error: query.isFetchNextPageError ? query.error : null,
      errorAt: query.errorUpdatedAt,
      ...useNextPage(query, [username, address.sort, listing.isJump && before].join()),
      setPageSize,
    },
  };
}
