import { QueryClient, type QueryFunctionContext } from "@tanstack/react-query";
import { INLINE_DATA_ID, type InlineData } from "#schema/queries.ts";
import { isSignedOut } from "./api-error.ts";
import { pathOfKey, request } from "./client.ts";

/** The default query function: the key is the address (`pathOfKey`). With `on401` "null", `T` has to include null. */
export const fetchByKey = <T>(
  { queryKey, signal }: QueryFunctionContext,
  on401: "throw" | "null" = "throw",
): Promise<T> =>
  request<T>(pathOfKey(queryKey), { signal }).catch((error: unknown) => {
    if (on401 === "null" && isSignedOut(error)) return null as T;
    throw error;
  });

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: (context) => fetchByKey(context),
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        // Repeats what failed and shows an error. A list that is shown would request all of its pages again.
        refetchOnReconnect: ({ state }) => state.data === undefined,
        retry: false,
        // By default queries pause offline; here they have to fail, so that the failure is shown.
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

/** The inlined data names the signed-in user, so it must not stay in the page after a logout. */
export const dropInlineData = (page: Document): void =>
  page.getElementById(INLINE_DATA_ID)?.remove();

/**
 * Fills the cache with the data that the Worker put into the page, so that the first view needs no request. After Back
 * and in a restored tab the page is an old copy: the session may have changed since, so session and user data are
 * skipped.
 */
export function seedFromPage(client: QueryClient, page: Document): void {
  const text = page.getElementById(INLINE_DATA_ID)?.textContent;
  if (!text) return;
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const isKept = entry?.type === "back_forward";
  try {
    const { queries } = JSON.parse(text) as InlineData;
    for (const [key, value] of queries)
      if (!isKept || (key[1] !== "auth" && key[1] !== "user")) client.setQueryData(key, value);
  } catch {
    // With invalid data the page sends its own requests.
  }
}
