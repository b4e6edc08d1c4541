import { lazy, startTransition, Suspense, useOptimistic } from "react";
import { useSearchParams } from "react-router";
import { FOLLOWED_POSTS } from "#schema/api/following.ts";
import { PAGES } from "#schema/pages.ts";
import { failureSentence } from "#web/api/api-error.ts";
import { DeviceFollowsOffer } from "#web/features/following/device-follows-offer.tsx";
import { filterFrom } from "#web/features/feed/filters.ts";
import { FollowedCreators } from "#web/features/following/followed-creators.tsx";
import { NoFollows } from "#web/features/following/no-follows.tsx";
import { type Following, useFollowing } from "#web/features/following/use-following.ts";
import { usePreferences } from "#web/features/preferences/preferences.queries.ts";
import { plural } from "#web/lib/format-count.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { Link } from "#web/link.tsx";
import { paths } from "#web/paths.ts";
import { RetryButton } from "#web/ui/retry-button.tsx";
import { EmptyState, ErrorState } from "#web/ui/state.tsx";

type FeedParts = (typeof import("./user.tsx"))["feedParts"];

interface FollowingPostsProps {
  following: Following;
  parts: FeedParts;
}

/** The feed has only each creator's first batch (decision 114). */
function Ending({ following: { posts, creators } }: { following: Following }) {
  const shown = creators.filter(({ state }) => state === "ok");
  return (
    <span className="max-w-[60ch] wrap-anywhere">
      That is the end: {plural(posts.length, "post")}, from the newest {FOLLOWED_POSTS} of each
      creator. Older ones are on the creators&apos; own pages:{" "}
      {shown.map(({ username }, index) => (
        <span key={username}>
          {index > 0 && ", "}
          <Link to={paths.user(username)} className="text-text underline">
            u/{username}
          </Link>
        </span>
      ))}
      <span>.</span>
    </span>
  );
}

/** No listing is cached, and the sources have not answered or were not asked. */
const NotLoaded = () => (
  <EmptyState icon="image" title="No posts to display">
    <p>These creators&apos; posts could not be loaded. Please come back in a moment.</p>
  </EmptyState>
);

const NotAnswered = ({ following: { loadError, retry } }: { following: Following }) => (
  <ErrorState title="The feed could not be loaded" action={<RetryButton onRetry={retry} />}>
    <p>{failureSentence(loadError, "Please try again.")}</p>
  </ErrorState>
);

/** Renders the feed though it has failed: the post of the address stays open over it. */
function FollowingPosts({ following, parts }: FollowingPostsProps) {
  const { EmptyFeed, Feed, FeedSkeleton, UserFilterBar } = parts;
  const { posts, total, more, isAuthenticated, isPending, refreshes, since, creators } = following;
  const { loadError } = following;
  // oxlint-disable react/hooks -- Functions of a module, which never change.
  const view = parts.useFeedView(usePreferences(), isAuthenticated);
  // oxlint-enable react/hooks
  const [params, setParams] = useSearchParams();
  // Shows before the router's transition to the new address has rendered.
  const [filter, showFilter] = useOptimistic(filterFrom(params.get("media")));
  const setFilter = (media: typeof filter) => {
    parts.scrollToFeedStart();
    startTransition(() => {
      showFilter(media);
      setParams(media === "all" ? {} : { media }, { replace: true });
    });
  };
  const isFilling = isPending || (posts.length === 0 && refreshes.isRunning);
  const isUnknown = posts.length === 0 && creators.some(({ state }) => state === "waiting");
  return (
    <>
      {!loadError && (
        <UserFilterBar
          feed={{
            address: { filter, setFilter },
            view,
            posts,
            total,
            isTotalExact: true,
            isPending: isFilling || isUnknown,
            more,
          }}
        />
      )}
      <Feed
        label="Posts of creators you follow"
        newSince={since}
        posts={posts}
        loadedCount={posts.length}
        total={total}
        filter={filter}
        style={view.style}
        blur={view.blur}
        {...more}
        ending={<Ending following={following} />}
        empty={
          loadError ? (
            <NotAnswered following={following} />
          ) : isFilling ? (
            <div aria-busy="true">
              <FeedSkeleton style={view.style} height="90dvh" />
            </div>
          ) : isUnknown ? (
            <NotLoaded />
          ) : (
            <EmptyFeed filter={filter} loadedCount={posts.length} hasMore={more.hasMore} />
          )
        }
      />
    </>
  );
}

const LazyPosts = lazy(async () => {
  const { feedParts } = await import("./user.tsx");
  return {
    default: ({ following }: { following: Following }) => (
      <FollowingPosts following={following} parts={feedParts} />
    ),
  };
});

export function FollowingPage() {
  usePageTitle(PAGES.following.title);
  const following = useFollowing();
  const { loadError, isNone, isAuthenticated } = following;
  return (
    <>
      <div className="mx-auto w-full max-w-[1920px] px-3 pt-4 sm:px-6 sm:pt-6">
        <h1 className="font-display text-lg font-extrabold sm:text-xl">Following</h1>
        {isAuthenticated && <DeviceFollowsOffer />}
        {!isNone && !loadError && <FollowedCreators following={following} />}
      </div>
      {isNone && loadError ? (
        <NotAnswered following={following} />
      ) : isNone ? (
        <NoFollows isAuthenticated={isAuthenticated} />
      ) : (
        <Suspense fallback={<div className="min-h-dvh" aria-busy="true" />}>
          <LazyPosts following={following} />
        </Suspense>
      )}
    </>
  );
}
