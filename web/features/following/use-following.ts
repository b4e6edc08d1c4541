import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import {
  MAX_REFRESHES,
  type FollowedCreator,
  type FollowingResponse,
} from "#schema/api/following.ts";
import { retrySeconds } from "#web/api/api-error.ts";
import { useSession } from "#web/features/auth/session.queries.ts";
import { deviceFollows } from "#web/features/hearts/device-follows.ts";
import { useOpenPost } from "#web/features/posts/use-open-post.ts";
import { uniquePosts } from "#web/features/search/search.queries.ts";
import { useStore } from "#web/lib/store.ts";
import { useNextPage } from "#web/lib/use-next-page.ts";
import { followingQuery, requestFollowing, showRefreshed } from "./following.queries.ts";
import { noteVisit, startVisit, type VisitOwner } from "./last-visit.ts";

/** Above this scroll position a refreshed page is shown at once; below, it would move visible posts. */
const PAGE_TOP_PX = 300;

const hasStaleListing = ({ creators }: FollowingResponse, tried: readonly string[]): boolean =>
  creators.some(({ username, isFresh }) => !isFresh && !tried.includes(username));

type Users = readonly string[] | null;

/** `users` goes into the request; `owner` identifies the account or the device's list. */
interface FollowedList {
  users: Users;
  owner: string;
}

type RefreshOne = (tried: readonly string[]) => Promise<FollowingResponse>;

/** Refreshes one listing after the other, until `most` were tried, all are fresh, or a refresh is refused. */
async function refreshAll(
  first: FollowingResponse,
  { tried, most, refresh }: { tried: string[]; most: number; refresh: RefreshOne },
): Promise<{ latest: FollowingResponse; isRefused: boolean }> {
  let latest = first;
  while (tried.length < most && hasStaleListing(latest, tried)) {
    const names = new Set(latest.creators.map(({ username }) => username));
    latest = await refresh(tried.filter((name) => names.has(name)));
    const { refreshed } = latest;
    if (!refreshed) break;
    if (refreshed.outcome === "refused") return { latest, isRefused: true };
    tried.push(refreshed.username);
  }
  return { latest, isRefused: false };
}

interface EndedRound {
  round: string;
  isRefused: boolean;
  /** Of a round that failed; undefined if a limit ended it. */
  error?: unknown;
  hasMore: boolean;
}

function failedRound(round: string, error: unknown): EndedRound {
  const isRefused = retrySeconds(error) !== null;
  return { round, isRefused, error: isRefused ? undefined : error, hasMore: true };
}

/**
 * Refreshes old listings: at most MAX_REFRESHES per visit, and as many again for each press of "more". Each refreshed
 * page goes to `onPage`.
 */
function useRefreshes(
  { users, owner }: FollowedList,
  first: FollowingResponse | undefined,
  onPage: (page: FollowingResponse) => Promise<void>,
) {
  const client = useQueryClient();
  const tried = useRef<string[]>([]);
  const [rounds, setRounds] = useState(1);
  const [ended, setEnded] = useState<EndedRound>();
  // A round begins with a list's first answer, with added creators, and with a press.
  const round = first ? `${rounds} ${owner} ${users ? "" : first.followed}` : null;
  const onRefreshed = useEffectEvent(onPage);
  const start = useEffectEvent(async (round: string, signal: AbortSignal) => {
    if (!first) return;
    const refresh: RefreshOne = async (names) => {
      const page = await requestFollowing(client, users, { refresh: true, tried: names }, signal);
      await onRefreshed(page);
      return page;
    };
    const most = rounds * MAX_REFRESHES;
    const { latest, isRefused } = await refreshAll(first, { tried: tried.current, most, refresh });
    setEnded({ round, isRefused, hasMore: hasStaleListing(latest, tried.current) });
  });

  useEffect(() => {
    if (round === null) return;
    const abort = new AbortController();
    start(round, abort.signal).catch((error: unknown) => {
      if (!abort.signal.aborted) setEnded(failedRound(round, error));
    });
    return () => abort.abort();
  }, [round]);

  const isRunning = ended?.round !== round;
  return {
    isRunning,
    isRefused: !isRunning && ended?.isRefused === true,
    error: isRunning ? undefined : ended?.error,
    hasMore: !isRunning && ended?.hasMore === true,
    more: () => setRounds(rounds + 1),
  };
}

/** `users` is null for the account's hearts, else this device's names. */
function useFollowedList() {
  const session = useSession();
  const { isPending, isAuthenticated, user } = session;
  const followed = useStore(deviceFollows);
  const users: Users = isAuthenticated ? null : followed;
  const account = isAuthenticated && user ? user.id : null;
  const owner = account ?? followed.join();
  const isNone = !isPending && users?.length === 0;
  return { isPending, isAuthenticated, users, account, owner, isNone, session };
}

function useVisit(owner: VisitOwner, newest: number): number | null {
  const [known, setVisit] = useState(() => startVisit(owner));
  const visit = known.owner === owner ? known : startVisit(owner);
  if (visit !== known) setVisit(visit);
  useEffect(() => {
    if (newest > 0) noteVisit(visit, newest);
  }, [visit, newest]);
  return visit.before;
}

/**
 * Shows a refreshed first page at once while only one is loaded and the feed is empty, or at its top without an open
 * post; else on a press. A post that is open could be on none of the shown pages any more.
 */
function useRefreshedPage(list: FollowedList, pages: FollowingResponse[] | undefined) {
  const first = pages?.[0];
  const isPostOpen = Boolean(useOpenPost().id);
  const { users, owner } = list;
  const client = useQueryClient();
  const [heldPage, setHeldPage] = useState<{ owner: string; page: FollowingResponse } | null>(null);
  // Dropped after a change of account or of the followed creators.
  const waiting = heldPage?.owner === owner ? heldPage.page : null;
  const show = async (page: FollowingResponse) => {
    setHeldPage(null);
    await showRefreshed(client, users, page);
  };
  const refreshes = useRefreshes(list, first, async (page) => {
    const isUndisturbed = first?.posts.length === 0 || (scrollY < PAGE_TOP_PX && !isPostOpen);
    if (pages?.length === 1 && isUndisturbed) await show(page);
    else setHeldPage({ owner, page });
  });
  const showNew = async () => {
    scrollTo(0, 0);
    if (waiting) await show(waiting);
  };
  const loaded = new Set(pages?.flatMap(({ posts }) => posts.map(({ id }) => id)));
  const hasNew = waiting !== null && waiting.posts.some(({ id }) => !loaded.has(id));
  return { refreshes, waiting, showNew: hasNew ? showNew : null };
}

export type ShownCreator = Omit<FollowedCreator, "state"> & {
  state: FollowedCreator["state"] | "removed";
};

/**
 * The answer leaves out creators removed at request. The device still follows them, so they are listed to be
 * unfollowed.
 */
function withRemoved(creators: readonly FollowedCreator[], users: Users): ShownCreator[] {
  const answered = new Set(creators.map(({ username }) => username.toLowerCase()));
  const removed = (users ?? []).filter((name) => !answered.has(name.toLowerCase()));
  const none = { avatarUrl: null, state: "removed", fetchedAt: null, isFresh: true } as const;
  return [...creators, ...removed.map((username) => ({ username, ...none }))];
}

export function useFollowing() {
  const { isPending, isAuthenticated, users, account, owner, isNone, session } = useFollowedList();
  const query = useInfiniteQuery({
    ...followingQuery(users),
    enabled: !isPending && !isNone,
    meta: { account },
    // The last list stays visible while the next one loads, but not after a change of account: its query is removed,
    // but the observer would still show its data.
    placeholderData: (before, query) => (query?.meta?.["account"] === account ? before : undefined),
  });
  const pages = isNone ? undefined : query.data?.pages;
  const posts = useMemo(() => uniquePosts(pages ?? []), [pages]);
  const ownPages = query.isPlaceholderData ? undefined : pages;
  const { refreshes, waiting, showNew } = useRefreshedPage({ users, owner }, ownPages);
  const latest = waiting ?? pages?.[0];
  return {
    isAuthenticated,
    isPending: isPending || (!isNone && !latest),
    isNone: isNone || latest?.followed === 0,
    posts,
    total: pages?.[0]?.total ?? 0,
    creators: withRemoved(latest?.creators ?? [], ownPages ? users : null),
    followed: latest?.followed ?? 0,
    since: useVisit(account ?? "device", posts[0]?.created ?? 0),
    refreshes,
    /** Shows posts that arrived while the visitor was further down; null if there are none. */
    showNew,
    // Without the session, an empty list of the device does not mean that the visitor follows nobody.
    loadError: isNone ? session.error : pages ? null : query.error,
    retry: () => void (isNone ? session : query).refetch(),
    more: {
      pages: pages?.length ?? 0,
      hasMore: query.hasNextPage,
      error: query.isFetchNextPageError ? query.error : null,
      ...useNextPage(query, String(owner)),
    },
  };
}

export type Following = ReturnType<typeof useFollowing>;
