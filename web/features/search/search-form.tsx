import { useLayoutEffect, useRef, useState, type FormEvent } from "react";
import { useNavigate } from "react-router";
import { cx } from "#web/lib/cx.ts";
import { paths } from "#web/paths.ts";
import { Icon } from "#web/ui/icons.tsx";
import { cleanUsername } from "#schema/username.ts";
import { takeEarlyTyping } from "./early-typing.ts";

const SIZES = {
  header: { form: "h-11 rounded-full", input: "pl-11 text-base", icon: 18, left: "left-4" },
  hero: {
    form: "h-16 rounded-modal",
    input: "pl-13 sm:pl-14 sm:text-lg",
    icon: 22,
    left: "left-4 sm:left-5",
  },
} as const;

/** A username to look for. Empty does nothing; what is typed is tidied and then opened. */
export function SearchForm({
  size,
  name,
  initial = "",
  className,
}: {
  size: keyof typeof SIZES;
  /** Each form on a page has its own accessible name. */
  name: string;
  initial?: string;
  className?: string;
}) {
  const [typed, setTyped] = useState(initial);
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const look = SIZES[size];

  useLayoutEffect(() => {
    const early = takeEarlyTyping(name);
    if (!early) return;
    // oxlint-disable-next-line react-hooks/set-state-in-effect -- known only once this form has replaced the other
    setTyped(early.text);
    if (early.hadFocus) input.current?.focus();
  }, [name]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const username = cleanUsername(typed);
    if (!username) return;
    (document.activeElement as HTMLElement | null)?.blur();
    void navigate(paths.user(username));
  }

  return (
    <search aria-label={name} className={className}>
      <form action={paths.search()} onSubmit={submit}>
        <div
          className={cx(
            "relative flex items-center border border-edge bg-surface transition-colors focus-within:border-citrine hover:border-quiet",
            look.form,
          )}
        >
          <Icon
            name="search"
            size={look.icon}
            className={cx("pointer-events-none absolute text-quiet", look.left)}
          />
          <input
            ref={input}
            type="search"
            name="username"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            aria-label="Reddit username"
            placeholder={size === "hero" ? "Reddit username" : "Search u/username"}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={60}
            className={cx(
              "h-full w-full min-w-0 rounded-[inherit] bg-transparent pr-3 text-text placeholder:text-quiet [&::-webkit-search-cancel-button]:hidden",
              look.input,
            )}
          />
          {size === "hero" && (
            <button
              type="submit"
              className="mr-2 h-12 shrink-0 rounded-input bg-citrine px-4 font-semibold text-on-citrine transition-[filter] hover:brightness-110 sm:px-8"
            >
              Search
            </button>
          )}
        </div>
      </form>
    </search>
  );
}
