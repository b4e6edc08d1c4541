import { useCallback } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { SORTS, type Sort } from "#schema/choices.ts";
import { paths } from "#web/paths.ts";
import { filterFrom, type Filter } from "./filters.ts";

/** Sort and filter live in the address; a change is a new view of the same page, so it replaces. */
export function useFeedAddress(username: string) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const sort: Sort = SORTS.find((value) => value === params.get("sort")) ?? "new";
  const filter = filterFrom(params.get("media"));

  const go = useCallback(
    (view: { sort: Sort; media: Filter }) =>
      void navigate(paths.user(username, view), { replace: true }),
    [navigate, username],
  );
  return {
    sort,
    filter,
    setSort: (value: Sort) => go({ sort: value, media: filter }),
    setFilter: (value: Filter) => go({ sort, media: value }),
  };
}
