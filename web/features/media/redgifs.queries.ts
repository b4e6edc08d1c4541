import { queryOptions } from "@tanstack/react-query";
import type { RedgifsResponse } from "#schema/api/redgifs.ts";
import { queryKeys } from "#schema/queries.ts";
import { MINUTE_MS } from "#schema/time.ts";
import { ApiError } from "#web/api/api-error.ts";
import { pathOfKey, request } from "#web/api/client.ts";

export const redgifsQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.redgifs(id),
    queryFn: ({ client, queryKey, signal }) => {
      // A second request means that the first addresses did not play, so it bypasses the caches.
      const retry = client.getQueryData(queryKey) === undefined ? null : 1;
      return request<RedgifsResponse>(pathOfKey([...queryKey, { retry }]), { signal });
    },
    // The signed addresses expire.
    gcTime: 5 * MINUTE_MS,
  });

/** RedGifs has no such clip, or no longer. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 410);
