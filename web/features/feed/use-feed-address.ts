import { startTransition, useOptimistic } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { SORTS, type Sort } from "#schema/choices.ts";
import { paths } from "#web/paths.ts";
import { filterFrom, type Filter } from "./filters.ts";

interface View {
  sort: Sort;
  media: Filter;
}

/**
 * Sort and filter live in the address; a change is a new view of the same page, so it replaces. It
 * shows at once, before the router has caught up with the address.
 */
export function useFeedAddress(username: string) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [view, show] = useOptimistic<View>({
    sort: SORTS.find((value) => value === params.get("sort")) ?? "new",
    media: filterFrom(params.get("media")),
  });

  const go = (next: View) =>
    startTransition(() => {
      show(next);
      void navigate(paths.user(username, next), { replace: true });
    });
  return {
    sort: view.sort,
    filter: view.media,
    setSort: (sort: Sort) => go({ ...view, sort }),
    setFilter: (media: Filter) => go({ ...view, media }),
  };
}
