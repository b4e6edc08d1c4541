import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import type { VoteResponse } from "#schema/api/hearts.ts";
import { queryKeys } from "#schema/queries.ts";
import { ApiError, isSignedOut } from "#web/api/api-error.ts";
import { request } from "#web/api/client.ts";
import { rememberUser, SEEDED_AT } from "#web/api/user-data.ts";
import { sessionQuery } from "#web/features/auth/session.queries.ts";
import { showFailure } from "#web/features/toasts/show-failure.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { askToLogIn } from "./ask-to-log-in.ts";
import {
  type Heart,
  heartKey,
  type HeartTarget,
  noteChange,
  setHeart,
  sharedVoteState,
} from "./heart-cache.ts";
import { heartMessages } from "./hearts.messages.ts";
import { votePath } from "./vote-path.ts";

interface VoteResult extends Heart {
  message: string | undefined;
}

function toggled({ voted, heartCount }: Heart): Heart {
  if (heartCount === null) return { voted: !voted, heartCount };
  return voted
    ? { voted: false, heartCount: Math.max(0, heartCount - 1) }
    : { voted: true, heartCount: heartCount + 1 };
}

async function sendVote(
  target: HeartTarget,
  before: Heart,
  isSameUser: () => boolean,
): Promise<VoteResult> {
  const method = before.voted ? "DELETE" : "POST";
  const answer = await request<Partial<VoteResponse>>(votePath(target), { method }).catch(
    (error: unknown) => {
      if (before.voted || !sharedVoteState.retry || !isSameUser()) throw error;
      return sharedVoteState.retry(error, target);
    },
  );
  if (!answer.success) {
    const sentence = answer.message;
    throw new ApiError({ status: 200, code: null, sentence, body: answer });
  }
  const expected = toggled(before);
  return {
    voted: answer.voted ?? expected.voted,
    heartCount: answer.heartCount ?? expected.heartCount,
    message: answer.message,
  };
}

/**
 * The vote may have been counted: its answer was lost, or the server gave up waiting for the database (5xx). The server
 * asks a source only after the database has answered that it cannot count the vote.
 */
const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status >= 500 || error.code?.startsWith("client.") === true) &&
  !/^(?:reddit|archive)\./.test(error.code ?? "");

function showFailed(error: unknown, { type }: HeartTarget, { voted }: Heart): void {
  const words = voted ? heartMessages.removeFailed : heartMessages.addFailed;
  showFailure(error, { title: words.title, sentence: words[type] });
}

function showVoteFailure(error: unknown, target: HeartTarget, before: Heart): void {
  if (isSignedOut(error)) {
    if (!before.voted) askToLogIn(target);
    return;
  }
  if (error instanceof ApiError && error.code === "hearts.removed") {
    showToast({ ...heartMessages.targetRemoved, tone: "destructive" });
    return;
  }
  showFailed(error, target, before);
}

function showVoteSuccess({ type }: HeartTarget, before: Heart, message?: string): void {
  const { added, removed } = heartMessages;
  if (before.voted) showToast({ ...removed, tone: "success" });
  else showToast({ title: added.title, description: message || added[type], tone: "success" });
}

/** The account's lists of hearts and feeds, requested before this. */
function markListsOld(client: QueryClient, { type }: HeartTarget): void {
  sharedVoteState.answeredAt = performance.now();
  if (type === "user") client.removeQueries({ queryKey: queryKeys.following() });
}

interface ConfirmedHeart {
  heart: Heart;
  updatedAt?: number;
  isSameUser: () => boolean;
}

/** For each heart with a running vote, the state after a failure: the server's last answer, or the list's seed. */
const confirmedHearts = new Map<string, ConfirmedHeart>();

/** After the last of several votes, shows the server's last answer, or the heart as it was before them. */
function settleHeart(client: QueryClient, target: HeartTarget, name: string): void {
  const queryKey = heartKey(target);
  if (client.isMutating({ mutationKey: queryKey }) > 1) return;
  const last = confirmedHearts.get(name);
  confirmedHearts.delete(name);
  if (!last) return;
  // The account has changed and the votes were forgotten: this vote must not be shown again.
  const isForgotten = client.getQueryState(queryKey)?.dataUpdatedAt === SEEDED_AT;
  // A status stored since then belongs to the next account.
  if (!last.isSameUser() && !isForgotten) return;
  const heart = isForgotten ? { ...last.heart, voted: false } : last.heart;
  const updatedAt = isForgotten ? SEEDED_AT : last.updatedAt;
  noteChange(target);
  client.setQueryData(queryKey, heart, { updatedAt });
  // The status is unknown: the press cancelled its request, or the vote may have been counted.
  if (updatedAt === SEEDED_AT) void client.invalidateQueries({ queryKey });
}

/**
 * The change shows at once. Votes for one target are sent one after the other, and only the last answer is shown, so
 * that fast clicks do not flicker.
 */
export const heartMutation = (client: QueryClient, target: HeartTarget) => {
  const mutationKey = heartKey(target);
  const name = mutationKey.join("/");
  const isSameUser = rememberUser();
  return mutationOptions({
    mutationKey,
    scope: { id: name },
    mutationFn: (before: Heart) => {
      // The account may have changed while this vote waited for the one before it.
      if (!isSameUser()) throw new Error("The account has changed");
      return sendVote(target, before, isSameUser);
    },
    onMutate: (before) => {
      void client.cancelQueries({ queryKey: mutationKey });
      if (!confirmedHearts.get(name)?.isSameUser()) {
        const isKnown = client.getQueryState(mutationKey)?.dataUpdatedAt;
        const seed = !isKnown && { updatedAt: SEEDED_AT };
        confirmedHearts.set(name, { heart: before, isSameUser, ...seed });
      }
      setHeart(client, target, toggled(before));
    },
    onSuccess: ({ message, ...heart }, before) => {
      const isNextUsers = !isSameUser() && confirmedHearts.get(name)?.isSameUser();
      if (!isNextUsers) confirmedHearts.set(name, { heart, isSameUser });
      if (!isSameUser()) return;
      showVoteSuccess(target, before, message);
      markListsOld(client, target);
    },
    onError: (error, before) => {
      // A 401 ends the session, and so changes the user before this runs.
      if (!isSameUser() && !isSignedOut(error)) return;
      const last = confirmedHearts.get(name);
      // Marked as a seed, the heart's status is requested.
      if (last && isOutcomeUnknown(error)) {
        confirmedHearts.set(name, { ...last, updatedAt: SEEDED_AT });
        markListsOld(client, target);
      }
      showVoteFailure(error, target, before);
    },
    onSettled: () => settleHeart(client, target, name),
  });
};

/** The hearts whose press waits for the session. Nothing shows that yet, so visitors press again. */
const waiting = new Set<string>();

/** Returns whether the visitor is signed in; null for a second press during the wait, which would undo the first. */
async function isSignedIn(client: QueryClient, target: HeartTarget): Promise<boolean | null> {
  const name = heartKey(target).join("/");
  if (waiting.has(name)) return null;
  waiting.add(name);
  try {
    return (await client.ensureQueryData(sessionQuery())).isAuthenticated;
  } finally {
    waiting.delete(name);
  }
}

/**
 * Builds the mutation without `useMutation`, which costs an observer per card. Awaits the session, because a card can
 * be pressed before it is known.
 */
export async function sendToggle(
  client: QueryClient,
  target: HeartTarget,
  shown: Heart,
): Promise<void> {
  try {
    const signedIn = await isSignedIn(client, target);
    if (signedIn === null) return;
    if (!signedIn) return askToLogIn(target);
  } catch (error) {
    return showFailed(error, target, shown);
  }
  const before = client.getQueryData<Heart>(heartKey(target)) ?? shown;
  const mutation = client.getMutationCache().build(client, heartMutation(client, target));
  await mutation.execute(before).catch(() => undefined);
}
