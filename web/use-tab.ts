import { useSearchParams } from "react-router";

/** The open one of two tabs is in the address, so that Back and a reload keep it. The first one's address names none. */
export function useTab<First extends string, Second extends string>(first: First, second: Second) {
  const [query, setQuery] = useSearchParams();
  return {
    value: query.get("tab") === second ? second : first,
    onChange: (tab: First | Second) => setQuery(tab === second ? { tab } : {}, { replace: true }),
  };
}
