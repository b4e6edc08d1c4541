import {
  mutationOptions,
  queryOptions,
  type QueryClient,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { VoteResponse } from "#schema/api/hearts.ts";
import { queryKeys } from "#schema/queries.ts";
import { ApiError, isSignedOut } from "#web/api/api-error.ts";
import { request } from "#web/api/client.ts";
import { sessionQuery, useSession } from "#web/features/auth/session.queries.ts";
import { tellFailure } from "#web/features/toasts/tell-failure.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import {
  type Heart,
  heartKey,
  type HeartTarget,
  SEEDED_AT,
  setHeart,
  toggled,
} from "./heart-cache.ts";
import { askStatus } from "./heart-status.ts";
import { heartMessages } from "./hearts.messages.ts";

const boards = { user: "users", post: "posts" } as const;

/** One cache entry per target, whatever lists it stands in. A seed is shown, and asked about. */
export const heartQuery = (target: HeartTarget) =>
  queryOptions({
    queryKey: heartKey(target),
    queryFn: () => askStatus(target),
    staleTime: ({ state }) => (state.dataUpdatedAt === SEEDED_AT ? 0 : Infinity),
  });

async function vote({ type, id }: HeartTarget, before: Heart): Promise<Heart> {
  const path = `/api/leaderboard/${boards[type]}/${encodeURIComponent(id)}/vote`;
  const method = before.voted ? "DELETE" : "POST";
  const answer = await request<Partial<VoteResponse>>(path, { method });
  if (!answer.success) {
    const sentence = answer.message ?? "";
    throw new ApiError({ status: 200, code: null, sentence, body: answer });
  }
  const expected = toggled(before);
  return {
    voted: answer.voted ?? expected.voted,
    heartCount: answer.heartCount ?? expected.heartCount,
  };
}

function tellUnpressed(error: unknown, { type }: HeartTarget, before: Heart): void {
  if (isSignedOut(error)) {
    if (!before.voted) tellToLogIn(type);
    return;
  }
  const words = before.voted ? heartMessages.removeFailed : heartMessages.addFailed;
  tellFailure(error, { title: words.title, sentence: words[type] });
}

function tellSuccess({ type }: HeartTarget, before: Heart): void {
  const { added, removed } = heartMessages;
  if (before.voted) showToast({ ...removed, tone: "success" });
  else showToast({ title: added.title, description: added[type], tone: "success" });
}

function tellToLogIn(type: HeartTarget["type"]): void {
  const { title, [type]: description } = heartMessages.authentication;
  showToast({ title, description, tone: "destructive" });
}

/** What the server last said of a heart that is being pressed: where a failure leads back to. */
const settledHearts = new Map<string, Heart>();

/**
 * The change shows at once. Presses of one heart reach the server one after the other, and only the
 * last one's answer is shown, so that fast fingers see no flicker.
 */
export const heartMutation = (client: QueryClient, target: HeartTarget) => {
  const mutationKey = heartKey(target);
  const name = mutationKey.join("/");
  return mutationOptions({
    mutationKey,
    scope: { id: name },
    mutationFn: (before: Heart) => vote(target, before),
    onMutate: (before) => {
      void client.cancelQueries({ queryKey: mutationKey });
      if (!settledHearts.has(name)) settledHearts.set(name, before);
      setHeart(client, target, toggled(before));
    },
    onSuccess: (heart, before) => {
      settledHearts.set(name, heart);
      tellSuccess(target, before);
      const queryKey = queryKeys.saved(boards[target.type]);
      void client.invalidateQueries({ queryKey, refetchType: "none" });
    },
    onError: (error, before) => tellUnpressed(error, target, before),
    onSettled: () => {
      if (client.isMutating({ mutationKey }) > 1) return;
      const heart = settledHearts.get(name);
      settledHearts.delete(name);
      if (heart) setHeart(client, target, heart);
    },
  });
};

export interface UseHeart {
  heart: Heart;
  /** Known to be signed out: the heart looks disabled, and a press says why. */
  isDisabled: boolean;
  press: () => Promise<void>;
}

async function pressHeart(client: QueryClient, target: HeartTarget, shown: Heart): Promise<void> {
  const { isAuthenticated } = await client.ensureQueryData(sessionQuery());
  if (!isAuthenticated) return tellToLogIn(target.type);
  const before = client.getQueryData<Heart>(heartKey(target)) ?? shown;
  const mutation = client.getMutationCache().build(client, heartMutation(client, target));
  await mutation.execute(before).catch(() => undefined);
}

/** A heart to show and to press: for the button, and for a key that does the same. */
export function useHeart(target: HeartTarget, initialCount: number): UseHeart {
  const client = useQueryClient();
  const session = useSession();
  const { data: heart } = useQuery({
    ...heartQuery(target),
    enabled: session.isAuthenticated,
    initialData: { voted: false, heartCount: initialCount },
    initialDataUpdatedAt: SEEDED_AT,
  });
  const press = () => pressHeart(client, target, heart);
  return { heart, press, isDisabled: !session.isPending && !session.isAuthenticated };
}

/**
 * The same for somebody who is not signed in: nothing changes such a heart, so nothing watches it. A feed
 * mounts cards while it scrolls, and watching was half of what a card cost.
 */
export function useStillHeart(
  target: HeartTarget,
  initialCount: number,
  isPending: boolean,
): UseHeart {
  const client = useQueryClient();
  const heart = client.getQueryData<Heart>(heartKey(target)) ?? {
    voted: false,
    heartCount: initialCount,
  };
  const press = () => pressHeart(client, target, heart);
  return { heart, press, isDisabled: !isPending };
}
