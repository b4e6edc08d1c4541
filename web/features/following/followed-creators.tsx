import { MAX_FOLLOWED } from "#schema/max-followed.ts";
import { failureSentence } from "#web/api/api-error.ts";
import { unfollowOnDevice } from "#web/features/hearts/device-follows.ts";
import { focusHeading, passFocusToNextRow } from "#web/lib/pass-focus-to-next-row.ts";
import { ageToMinute } from "#web/lib/time-ago.ts";
import { Link } from "#web/link.tsx";
import { paths } from "#web/paths.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { Following, ShownCreator } from "./use-following.ts";

function stateOf({ state, isFresh, fetchedAt }: ShownCreator): string {
  if (state === "waiting") return "not loaded yet";
  if (state === "not_found") return "not found";
  if (state === "suspended") return "suspended by Reddit";
  if (state === "hidden") return "shows no posts";
  if (state === "removed") return "removed at request";
  return isFresh || !fetchedAt ? "up to date" : `as of ${ageToMinute(fetchedAt)}`;
}

function Creator({ creator, isOnDevice }: { creator: ShownCreator; isOnDevice: boolean }) {
  const { username, avatarUrl } = creator;
  return (
    <li
      ref={passFocusToNextRow}
      className="flex shrink-0 items-center rounded-full border border-line bg-surface"
    >
      <Link
        to={paths.user(username)}
        className="flex min-h-13 items-center gap-2.5 rounded-full py-1 pr-4 pl-1.5 hover:underline"
      >
        <Avatar url={avatarUrl} name={username} size={40} />
        <span className="text-sm">
          <span className="block font-semibold">u/{username}</span>
          <span className="block text-xs text-quiet">{stateOf(creator)}</span>
        </span>
      </Link>
      {isOnDevice && (
        <IconButton
          icon="close"
          label={`Unfollow u/${username}`}
          size={18}
          className="-ml-2"
          onClick={() => unfollowOnDevice(username)}
        />
      )}
    </li>
  );
}

/** For buttons that their own press removes. */
const fromHeading = (act: () => unknown) => () => {
  focusHeading();
  void act();
};

/** One line of a fixed height, so that nothing below it moves. */
function Status({ following }: { following: Following }) {
  const { refreshes, showNew, followed, creators } = following;
  const button =
    "hit rounded-sm font-semibold text-citrine underline underline-offset-2 whitespace-nowrap";
  const text = [
    followed > MAX_FOLLOWED &&
      `Of the ${followed} creators you hearted, the ${creators.length} hearted last are here.`,
    refreshes.isRunning && "Looking for new posts…",
    refreshes.isRefused && "Our sources take no more requests right now.",
    refreshes.error !== undefined &&
      failureSentence(refreshes.error, "New posts could not be loaded."),
    refreshes.hasMore && "Some lists are older copies.",
  ].filter(Boolean);
  return (
    <output className="flex min-h-11 flex-wrap items-center gap-x-2 text-sm text-quiet">
      {text.length > 0 && <span>{text.join(" ")}</span>}
      {refreshes.hasMore && (
        <button type="button" className={button} onClick={fromHeading(refreshes.more)}>
          Update more
        </button>
      )}
      {showNew && (
        <button type="button" className={button} onClick={fromHeading(showNew)}>
          Show new posts
        </button>
      )}
    </output>
  );
}

export function FollowedCreators({ following }: { following: Following }) {
  const { creators, isAuthenticated } = following;
  return (
    <>
      <ul
        aria-label="Creators you follow"
        className="-mx-3 mt-1.5 -mb-1.5 flex min-h-16 gap-2 overflow-x-auto px-3 py-1.5 [scrollbar-width:thin] sm:-mx-6 sm:px-6"
      >
        {creators.length === 0
          ? [0, 1, 2].map((at) => (
              <li key={at} aria-hidden="true">
                <Skeleton className="h-13 w-44 rounded-full" />
              </li>
            ))
          : creators.map((creator) => (
              <Creator key={creator.username} creator={creator} isOnDevice={!isAuthenticated} />
            ))}
      </ul>
      <Status following={following} />
    </>
  );
}
