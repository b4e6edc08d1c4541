import type { Post } from "#schema/api/posts.ts";
import type { ProfileState, SearchResponse, SourceName, UserInfo } from "#schema/api/search.ts";
import { isInAdultCommunity } from "#schema/adult-community.ts";
import { CUT_LISTING } from "#schema/cut-listing.ts";
import type { Deps } from "#worker/deps.ts";
import { creatorHearts, postHearts, type Hearts } from "#worker/hearts/hearts.rules.ts";
import { plainProfile, type Profile } from "#normalise/profile.ts";
import { shownAlsoIn, type RemovalList } from "#worker/removals/removal-list.rules.ts";
import { hasArchive } from "#worker/source/open.ts";
import { sourceName } from "#worker/source/source-name.ts";
import { log } from "#worker/lib/log.ts";
import { parsePost } from "./batch.ts";
import type { Listing } from "./load-batch.ts";
import { shownPost, shownRepost } from "./shown-repost.ts";
import type { PageItem } from "./slice.ts";
import type { ListingPage } from "./walk.ts";

/** The parts of a search answer that do not come from the listing. */
export interface AnswerParts {
  /** null: late. */
  hearts: Hearts | null;
  nsfwNames: ReadonlySet<string>;
  nextPage: string | null;
  /** Posts shown up to the end of this page. */
  served: number;
  removed: RemovalList;
}

export function userInfoOf(profile: Profile, hearts: Hearts | null): UserInfo {
  const { id, username, title, avatarUrl } = profile;
  const { heartCount, rank } = creatorHearts(hearts);
  return { id, username, title, avatarUrl, heartCount, rank };
}

function messageFor(state: ProfileState, username: string, source: SourceName): string | null {
  switch (state) {
    case "ok":
      return null;
    case "not_found":
      return `The user "u/${username}" could not be found on Reddit.`;
    case "suspended":
      return "Reddit has suspended this account.";
    case "hidden":
      // The archive does not know whether a user hides posts at Reddit (decision 122).
      return source === "archive"
        ? "The archive lists none of this user's posts."
        : "This user keeps their posts hidden.";
    case "removed":
      return "Removed at request.";
  }
}

/** One log line for an answer, however many of its lines have another shape. */
export function withoutUnknown(posts: readonly (Post | null)[]): Post[] {
  const known = posts.filter((post) => post !== null);
  const dropped = posts.length - known.length;
  if (dropped > 0) log("warn", "posts_dropped", { dropped });
  return known;
}

/** `authorAvatar` is the same for all posts of a listing. Returns null for a line of another shape. */
export function postOf(
  { line, brief }: Pick<PageItem, "line" | "brief">,
  { hearts, nsfwNames, removed }: Pick<AnswerParts, "hearts" | "nsfwNames" | "removed">,
  authorAvatar: string | null,
): Post | null {
  const stored = parsePost(line);
  if (!stored) return null;
  const [, , , , origins] = brief;
  const { heartCount, rank } = postHearts(hearts, shownPost(removed, brief).id);
  const subredditIsNsfw = isInAdultCommunity(stored, origins, nsfwNames);
  const repost = shownRepost(removed, brief);
  const others = stored.alsoIn.filter(({ subreddit }) => subreddit !== repost?.subreddit);
  const alsoIn = shownAlsoIn(others, removed);
  const own = { heartCount, rank, subredditIsNsfw, authorAvatar, alsoIn };
  return Object.assign(stored, repost, own);
}

export function searchAnswer(
  deps: Deps,
  page: ListingPage,
  listing: Listing,
  parts: AnswerParts,
): SearchResponse {
  const { hearts, nextPage, served } = parts;
  const { source, sort, username } = listing;
  const userExists = page.state !== "not_found";
  const profile = page.profile ?? plainProfile(username);
  const isCutOff = page.isCut && nextPage === null && source.name !== "archive";
  return {
    success: true,
    nextPage,
    total: served - page.items.length + page.known,
    totalExact: page.isLast || (page.isCut && nextPage === null),
    userExists,
    message: isCutOff ? CUT_LISTING : messageFor(page.state, username, source.name),
    userInfo: userExists ? userInfoOf(profile, hearts) : null,
    source: source.name,
    sortExact: source.sortsExactly(sort),
    stale: page.isStale,
    fetchedAt: new Date(page.fetchedAt).toISOString(),
    profileState: page.state,
    hasArchive: hasArchive(deps),
    checked: page.isChecked,
    posts: withoutUnknown(page.items.map((item) => postOf(item, parts, profile.avatarUrl))),
  };
}

/** For names that are impossible at Reddit or removed at request. */
export function answerWithoutListing(
  deps: Deps,
  username: string,
  profileState: "not_found" | "removed",
): SearchResponse {
  const main = sourceName(deps);
  const source = main === "none" ? "reddit" : main;
  return {
    success: true,
    posts: [],
    nextPage: null,
    total: 0,
    totalExact: true,
    userExists: profileState === "removed",
    message: messageFor(profileState, username, source),
    userInfo: null,
    source,
    sortExact: true,
    stale: false,
    fetchedAt: new Date(deps.clock.now()).toISOString(),
    profileState,
    hasArchive: hasArchive(deps),
    checked: true,
  };
}
