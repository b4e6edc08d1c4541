import type { ComponentProps } from "react";
import { SEARCH_PATH } from "#schema/pages.ts";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";

/**
 * `label` is the form's accessible name, unique on a page; `field` the input's. The header's field stands on the page of
 * sign-up too, beside the form's "Username".
 */
export const SEARCH_BOXES = {
  header: {
    label: "Search Reddit users",
    field: "Search Reddit users",
    // Whole on a phone, where the field has room for seven letters.
    placeholder: "u/name",
    place: "header-search sm:mx-auto sm:w-full sm:max-w-md",
    box: "h-11 rounded-full",
    input: "pl-9 text-base sm:pl-11",
    iconSize: 18,
    icon: "left-3 sm:left-4",
  },
  hero: {
    label: "Find a creator",
    field: "Reddit username",
    placeholder: "Reddit username",
    place: "mt-8 w-full max-w-2xl",
    box: "min-h-16 rounded-modal pr-2 max-[18rem]:flex-wrap max-[18rem]:p-2",
    input: "py-4 pl-13 max-[18rem]:pl-3 sm:pl-14 sm:text-lg",
    iconSize: 22,
    icon: "left-4 max-[18rem]:hidden sm:left-5",
  },
} as const;

export type SearchBoxKind = keyof typeof SEARCH_BOXES;

/** Works without a script: the Worker redirects `SEARCH_PATH?username=…` to the user's page. */
export function SearchBox({
  kind,
  input,
  onSubmit,
}: {
  kind: SearchBoxKind;
  input?: ComponentProps<"input">;
  onSubmit?: ComponentProps<"form">["onSubmit"];
}) {
  const look = SEARCH_BOXES[kind];
  return (
    <search aria-label={look.label} className={look.place}>
      <form action={SEARCH_PATH} onSubmit={onSubmit}>
        <div
          className={cx(
            "relative flex items-center border border-edge bg-surface transition-colors hover:border-quiet has-[input:focus-visible]:border-citrine has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-citrine",
            look.box,
          )}
        >
          <Icon
            name="search"
            size={look.iconSize}
            className={cx("pointer-events-none absolute text-quiet", look.icon)}
          />
          <input
            {...input}
            type="search"
            name="username"
            aria-label={look.field}
            placeholder={look.placeholder}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={60}
            className={cx(
              "w-full min-w-0 self-stretch rounded-[inherit] bg-transparent pr-3 text-ellipsis text-text outline-none placeholder:text-quiet [&::-webkit-search-cancel-button]:hidden",
              look.input,
            )}
          />
          {kind === "hero" && (
            <button
              type="submit"
              className="h-12 shrink-0 grow rounded-input bg-citrine px-4 font-semibold text-on-citrine transition-[filter] hover:brighter sm:px-8"
            >
              Search
            </button>
          )}
        </div>
      </form>
    </search>
  );
}
