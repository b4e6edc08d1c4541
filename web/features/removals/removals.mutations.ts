import {
  type InfiniteData,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import type { MessageResponse } from "#schema/api/message.ts";
import type {
  Removal,
  RemovalContactRequest,
  RemovalEntryRequest,
  RemovalListResponse,
  RemovalResponse,
} from "#schema/api/removals.ts";
import { queryKeys } from "#schema/queries.ts";
import { ApiError, isSignedOut } from "#web/api/api-error.ts";
import { pathOfKey, request } from "#web/api/client.ts";
import { showFailure } from "#web/features/toasts/show-failure.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { changePages } from "#web/api/change-pages.ts";
import { nameOfRemoval } from "./removal-labels.ts";
import { removalMessages } from "./removals.messages.ts";

const PATH = pathOfKey(queryKeys.removals());

/** The part after "api" in the keys of all cached data that a removal changes. */
const CHANGED_PARTS = new Set<unknown>(["reddit", "badges", "leaderboard", "following"]);

function refreshShown(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey: [, part] }) => CHANGED_PARTS.has(part) });
  void client.invalidateQueries({ queryKey: queryKeys.removals() });
}

type RemovalPages = InfiniteData<RemovalListResponse>;

/** Shows a change from its own answer: the refetch, which is not awaited, may fail. */
function changeLists(
  client: QueryClient,
  queryKey: QueryKey,
  change: (entries: Removal[], page: number) => Removal[],
): void {
  client.setQueriesData<RemovalPages>(
    { queryKey },
    (list) => list && changePages(list, ["removals", ({ kind }: Removal) => kind], change),
  );
  refreshShown(client);
}

/** The form shows this error at its input. */
export const isAlreadyRemoved = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "removals.exists";

export function useAddRemoval() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RemovalEntryRequest) =>
      request<RemovalResponse>(PATH, { method: "POST", body }),
    onSuccess: ({ removal }) => {
      showToast({
        title: `${nameOfRemoval(removal)} is removed`,
        description: "It is gone from every page within a minute.",
        tone: "success",
      });
      // The newest entry is the first of the list without a filter, which the form shows next.
      const all = queryKeys.removalList({ kind: null, q: "" });
      changeLists(client, all, (entries, page) => (page === 0 ? [removal, ...entries] : entries));
    },
    // The answer may be lost, or another tab has added it.
    onError: (error) => {
      if (!isSignedOut(error)) refreshShown(client);
    },
  });
}

export function useLiftRemoval() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Removal) =>
      request<MessageResponse>(`${PATH}/${id}`, { method: "DELETE" }),
    onSuccess: (_answer, removal) => {
      showToast({
        title: `The removal of ${nameOfRemoval(removal)} is lifted`,
        description: "It shows again within a minute.",
        tone: "success",
      });
      changeLists(client, queryKeys.removals(), (entries) =>
        entries.filter(({ id }) => id !== removal.id),
      );
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      showFailure(error, removalMessages.liftFailed);
      refreshShown(client);
    },
  });
}

export function useRequestRemoval() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RemovalContactRequest) =>
      request<MessageResponse>("/api/removals", { method: "POST", body }),
    // A request is stored as feedback, and this tab may hold an admin's list of it.
    onSuccess: () => void client.invalidateQueries({ queryKey: queryKeys.feedback() }),
  });
}
