import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useLocation } from "react-router";
import type { Post } from "#schema/api/posts.ts";
import { BATCH_SIZE } from "#schema/batch-size.ts";
import { isNarrowed, type Sort, sortIn } from "#schema/choices.ts";
import { MEDIA_TYPES } from "#schema/media.ts";
import { usernameAt } from "#schema/pages.ts";
import { cleanUsername } from "#schema/username.ts";
import { searchQuery } from "#web/features/search/search.queries.ts";
import { typeOf } from "./media-type.ts";

/** A page costs one upstream call, or up to three where few posts have pictures, of a visitor's 30 a minute (070). */
const MAX_PAGES = 3;

/** Loads pages after the first until one has the post, the listing has passed its time, or there are MAX_PAGES. */
function LoadListing({ post, username, sort }: { post: Post; username: string; sort: Sort }) {
  const { data, isFetching, isFetchNextPageError, fetchNextPage } = useInfiniteQuery({
    ...searchQuery(username, sort, { limit: BATCH_SIZE }),
    // Another observer of the feed's listing, for larger pages.
    enabled: false,
  });
  const pages = data?.pages ?? [];
  const listed = pages.flatMap((page) => page.posts);
  // Loaded, but hidden by a filter.
  const isListed = listed.some(({ id }) => id === post.id);
  const isPassed = sort === "new" && (listed.at(-1)?.created ?? Infinity) < post.created;
  const isEnd = isListed || isPassed || pages.length > MAX_PAGES;
  const dueAfter = isFetching || isFetchNextPageError || isEnd ? 0 : pages.length;
  const load = useEffectEvent(() => void fetchNextPage({ cancelRefetch: false }));
  useEffect(() => {
    if (dueAfter > 0) load();
  }, [dueAfter]);
  return null;
}

/**
 * Renders nothing. Loads the feed behind a shared link up to its post, which then has neighbours, a position and its
 * other communities.
 */
export function SoughtPost({ post, hasMore }: { post: Post; hasMore: boolean }) {
  const { pathname, search } = useLocation();
  const username = cleanUsername(usernameAt(pathname));
  const params = new URLSearchParams(search);
  const isOwn = username.toLowerCase() === post.username.toLowerCase();
  const filter = MEDIA_TYPES.find((type) => type === params.get("media"));
  const isFilteredOut = filter !== undefined && filter !== typeOf(post);
  // Communities and words may leave the post out. A listing from a day is another one, and loads by itself.
  if (!isOwn || !hasMore || isFilteredOut || isNarrowed(params)) return null;
  return <LoadListing post={post} username={username} sort={sortIn(params)} />;
}
