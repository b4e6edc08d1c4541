import { useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { focusMain } from "#web/lib/focus-main.ts";
import { paths } from "#web/paths.ts";
import { queryKeys } from "#schema/queries.ts";
import { SEARCH_BOXES, SearchBox, type SearchBoxKind } from "#view/search-box.tsx";
import { cleanUsername } from "#schema/username.ts";
import { takeEarlyTyping } from "./early-typing.ts";

/** Opens the typed user's page, unless the field is empty. */
export function SearchForm({ kind, initial = "" }: { kind: SearchBoxKind; initial?: string }) {
  const [typed, setTyped] = useState(initial);
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const client = useQueryClient();

  useLayoutEffect(() => {
    const early = takeEarlyTyping(SEARCH_BOXES[kind].label);
    if (!early) return;
    // oxlint-disable-next-line react-hooks/set-state-in-effect -- known only once this form has replaced the first view's
    setTyped(early.text);
    if (early.hadFocus) field.current?.focus();
  }, [kind]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const username = cleanUsername(typed);
    if (!username) return;
    (document.activeElement as HTMLElement | null)?.blur();
    const path = paths.user(username);
    // The page of this creator is shown already, or the first press of a double-click is about to show it.
    const replace = path === window.location.pathname;
    void navigate(path, { replace });
    if (!replace) return;
    focusMain();
    void client.refetchQueries({
      queryKey: queryKeys.search(username, "new"),
      exact: true,
      type: "active",
      predicate: ({ state }) => state.status === "error" && !state.data,
    });
  }

  const input = {
    ref: field,
    value: typed,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setTyped(event.target.value),
  };
  return <SearchBox kind={kind} input={input} onSubmit={submit} />;
}
