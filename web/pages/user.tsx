import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useParams } from "react-router";
import { pageTitles } from "#schema/page-titles.ts";
import { Feed } from "#web/features/feed/feed.tsx";
import { FeedSkeleton } from "#web/features/feed/feed-skeleton.tsx";
import { FilterBar } from "#web/features/feed/filter-bar.tsx";
import { countsOf, matching } from "#web/features/feed/filters.ts";
import { useFeedAddress } from "#web/features/feed/use-feed-address.ts";
import { useFeedView } from "#web/features/feed/view-state.ts";
import { searchQuery, uniquePosts } from "#web/features/posts/posts.queries.ts";
import { useOpenPost } from "#web/features/posts/use-open-post.ts";
import { usePreferences } from "#web/features/preferences/preferences.queries.ts";
import { ProfileCard, ProfileSkeleton } from "#web/features/profile/profile-card.tsx";
import {
  InvalidUser,
  LoadError,
  StaleNote,
  UserNotFound,
  WhyEmpty,
} from "#web/features/profile/profile-states.tsx";
import { rememberSearch } from "#web/features/search/recent-searches.ts";
import { cleanUsername } from "#schema/username.ts";
import { usePageTitle } from "#web/lib/page-title.ts";

function useUserPosts(username: string) {
  const address = useFeedAddress(username);
  const query = useInfiniteQuery({
    ...searchQuery(username, address.sort),
    enabled: username !== "",
  });
  const pages = query.data?.pages;
  const posts = useMemo(() => uniquePosts(pages ?? []), [pages]);
  return { address, query, posts, first: pages?.[0], pageCount: pages?.length ?? 0 };
}

function UserResults({ username }: { username: string }) {
  const { address, query, posts, first, pageCount } = useUserPosts(username);
  const view = useFeedView(usePreferences());
  const counts = useMemo(() => countsOf(posts), [posts]);
  const known = first?.userExists ? (first.userInfo?.username ?? username) : null;

  const total = Math.max(posts.length, query.data?.pages.at(-1)?.total ?? 0);
  const { open } = useOpenPost();
  const firstShown = matching(posts, address.filter)[0];
  const slideshow = firstShown ? () => open(firstShown.id, true) : null;

  useEffect(() => {
    if (known) rememberSearch(known);
  }, [known]);

  if (query.isError && !first) {
    return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (first && !first.userExists) return <UserNotFound username={username} />;

  const isEmpty = first !== undefined && posts.length === 0 && !query.hasNextPage;
  return (
    <>
      {first ? (
        <ProfileCard username={username} answer={first} />
      ) : (
        <ProfileSkeleton username={username} />
      )}
      {!isEmpty && (
        <FilterBar
          filter={address.filter}
          counts={counts}
          onFilter={address.setFilter}
          sort={address.sort}
          onSort={address.setSort}
          onSlideshow={slideshow}
          digits={String(total).length}
          {...view}
          onBlur={view.setBlur}
          onStyle={view.setStyle}
        />
      )}
      {first && <StaleNote answer={first} />}
      {!first && (
        <div className="pt-4">
          <FeedSkeleton style={view.style} height="90dvh" />
        </div>
      )}
      {first && isEmpty && <WhyEmpty username={username} answer={first} />}
      {first && !isEmpty && (
        <Feed
          username={known ?? username}
          posts={posts}
          total={total}
          filter={address.filter}
          style={view.style}
          blur={view.blur}
          pages={pageCount}
          hasMore={query.hasNextPage}
          isLoading={query.isFetchingNextPage}
          error={query.isFetchNextPageError ? query.error : null}
          onMore={() => void query.fetchNextPage()}
        />
      )}
    </>
  );
}

export function UserPage() {
  const username = cleanUsername(useParams()["username"] ?? "");
  usePageTitle(username ? pageTitles.user(username) : pageTitles.invalidUser());
  return username ? <UserResults key={username} username={username} /> : <InvalidUser />;
}
