import { isNarrowed } from "#schema/choices.ts";
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { useLocation } from "react-router";
import type { Post } from "#schema/api/posts.ts";
import { PAGES, REMOVED_TITLE, titleOfUser, usernameAt } from "#schema/pages.ts";
import { cleanUsername, isSearchable } from "#schema/username.ts";
import { withoutPostPrefix } from "#schema/reddit-id.ts";
import { RemovedSection } from "#view/removed-section.tsx";
import type { ListingAnswer } from "#web/features/companion/listing-answer.ts";
import { SourceOffer } from "#web/features/companion/load-source.ts";
import { Feed } from "#web/features/feed/feed.tsx";
import { FeedSkeleton } from "#web/features/feed/feed-skeleton.tsx";
import { scrollToFeedStart } from "#web/features/feed/feed-start.tsx";
import { useUserFeed } from "#web/features/feed/use-user-feed.ts";
import { EmptyFeed, loadNarrow } from "#web/features/feed/load-narrow.ts";
import { UserFilterBar, UserPosts } from "#web/features/feed/user-feed.tsx";
import { useFeedView } from "#web/features/feed/use-feed-view.ts";
import { ProfileCard, ProfileSkeleton } from "#web/features/profile/profile-card.tsx";
import { LoadError } from "#web/features/profile/load-error.tsx";
import { rememberSearch } from "#web/features/search/recent-searches.ts";
import { optionalPart } from "#web/lib/optional-part.tsx";
import { usePageTitle } from "#web/lib/page-title.ts";

/** Lazy, because most creators have posts. */
const WhyEmpty = lazy(() =>
  import("#web/features/profile/why-empty.tsx").then((m) => ({ default: m.WhyEmpty })),
);

function NoPosts(props: { username: string; answer: ListingAnswer | null }) {
  const { username, answer } = props;
  // The first view, so that it does not vanish until the chunk is there.
  const shown =
    answer?.profileState === "removed" ? (
      <RemovedSection username={username} />
    ) : (
      answer && !answer.userExists && <ProfileSkeleton username={username} />
    );
  return (
    <Suspense fallback={shown}>
      <WhyEmpty {...props} />
    </Suspense>
  );
}

/** Loaded after the page. */
const SeenNote = optionalPart(() =>
  import("#web/features/seen/seen-note.tsx").then((m) => m.SeenNote),
);

function UserResults({ username }: { username: string }) {
  const feed = useUserFeed(username);
  const { answer, isEmpty, knownName, listed, loadError, posts } = feed;
  const { sort, setSort } = feed.address;
  const isByTime = sort === "new";
  const [hidden, setHidden] = useState<ReadonlySet<string> | null>(null);
  const isHidden = useCallback(
    ({ id }: Post) => hidden?.has(withoutPostPrefix(id)) === true,
    [hidden],
  );
  const shown = useMemo(() => posts.filter((post) => !isHidden(post)), [posts, isHidden]);
  // The note of a visit stays while another sort loads: mounted again it would count the posts seen in this visit.
  const [visited, setVisited] = useState(knownName);
  if (knownName && !visited) setVisited(knownName);
  const shownFeed = { ...feed, posts: shown, isHidden };
  const isRemoved = answer?.profileState === "removed";
  // As in the Worker's page, the title does not name a removed creator.
  usePageTitle(isRemoved ? REMOVED_TITLE : titleOfUser(username));
  useEffect(() => {
    if (knownName) rememberSearch(knownName);
  }, [knownName]);

  if (isRemoved) return <NoPosts username={username} answer={answer} />;
  const none = loadError ? (
    <>
      <LoadError
        error={loadError}
        onRetry={feed.retry}
        onNew={!isByTime && (() => setSort("new"))}
      />
      <SourceOffer username={username} error={loadError} />
    </>
  ) : (
    answer && isEmpty && <NoPosts username={username} answer={answer} />
  );
  return (
    <>
      {answer && knownName ? (
        <ProfileCard username={username} answer={answer} />
      ) : (
        !answer && !loadError && <ProfileSkeleton username={username} />
      )}
      {!none && <UserFilterBar feed={shownFeed} narrowing={shownFeed} />}
      <UserPosts username={username} feed={feed} shown={shown} isHidden={isHidden} none={none} />
      {visited && (
        <SeenNote
          username={visited}
          isLoading={!knownName}
          posts={listed}
          isByTime={isByTime}
          hasMore={feed.more.hasMore}
          hidden={hidden}
          onHide={setHidden}
        />
      )}
    </>
  );
}

/** For the Following page: a chunk of its own would make this page larger, so this code stays in this page's chunk. */
export const feedParts = {
  EmptyFeed,
  Feed,
  FeedSkeleton,
  UserFilterBar,
  scrollToFeedStart,
  useFeedView,
};

function Unsearchable({ username }: { username: string }) {
  usePageTitle(username ? titleOfUser(username) : PAGES.user.title);
  return <NoPosts username={username} answer={null} />;
}

export function UserPage() {
  const username = cleanUsername(usernameAt(useLocation().pathname));
  return isSearchable(username) ? (
    <UserResults key={username} username={username} />
  ) : (
    <Unsearchable username={username} />
  );
}

/** Fetches the code of the address's filters too: without it the page would wait in the app's Suspense, its first view gone. */
export const fetchUserPage = async () => {
  if (isNarrowed(new URLSearchParams(location.search))) await loadNarrow().catch(() => null);
  return { UserPage };
};
