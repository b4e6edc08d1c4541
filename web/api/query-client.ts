import { QueryClient, type QueryFunctionContext } from "@tanstack/react-query";
import { INLINE_DATA_ID, type InlineData } from "#schema/queries.ts";
import { pathOfKey, request } from "./client.ts";

/** A query without its own function reads the address its key spells. */
export async function readKey<T>({ queryKey, signal }: QueryFunctionContext): Promise<T> {
  return request<T>(pathOfKey(queryKey), { signal });
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: readKey,
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        // A dead network must fail and be shown, not wait for ever.
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

function isInlineData(value: unknown): value is InlineData {
  return typeof value === "object" && value !== null && "queries" in value;
}

/** Once taken over it is not needed, and must not outlast a log-out: it names who was looking. */
export const dropInlineData = (page: Document): void =>
  page.getElementById(INLINE_DATA_ID)?.remove();

/** Takes over what the Worker put into the page, so that the first view needs no round trip. */
export function seedFromPage(client: QueryClient, page: Document): void {
  const text = page.getElementById(INLINE_DATA_ID)?.textContent;
  if (!text) return;
  try {
    const data: unknown = JSON.parse(text);
    if (!isInlineData(data)) return;
    for (const [key, value] of data.queries) client.setQueryData(key, value);
  } catch {
    // Damaged data costs one request, not the page.
  }
}
