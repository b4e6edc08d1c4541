import {
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { NO_NARROWING } from "#schema/choices.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { announceError } from "#web/lib/announce-error.ts";
import { plural } from "#web/lib/format-count.ts";
import { filterPosts } from "./filters.ts";
import { countCommunities, dayOf, toggleCommunity } from "./narrow.ts";
import { NarrowCommunities } from "./narrow-communities.tsx";
import type { NarrowFeed } from "./narrow-feed.ts";
import { useTyped } from "./use-typed.ts";

/** Reddit's first day. */
const FIRST_DAY = "2005-06-23";
/** Limits the year to four digits. Today would be wrong on a device whose clock is behind. */
const LAST_DAY = "9999-12-31";

const trimmed = (text: string) => text.normalize("NFC").trim();

interface TypedProps {
  address: NarrowFeed["address"];
  /** The number of presses of "Clear". */
  clears: number;
}

function Words({ address, clears, onDone }: TypedProps & { onDone: () => void }) {
  const { q, change } = address;
  const [text, type] = useTyped(q ?? "", clears, trimmed, (to) => change({ q: to || null }));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onDone();
      }}
    >
      <TextField
        // A phone's keyboard would cover the communities.
        data-autofocus={matchMedia("(pointer: coarse)").matches ? undefined : true}
        label="Words in titles"
        type="search"
        enterKeyHint="done"
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={(event) => type(event.target.value)}
      />
    </form>
  );
}

const asTyped = (text: string) => text;

/**
 * The input is uncontrolled: a half-typed year names a day of the first century, which is refused. React would then
 * restore the last value, and Chromium would empty day and month.
 */
function Before({ address, clears }: TypedProps) {
  const { before, change } = address;
  const input = useRef<HTMLInputElement>(null);
  /** The value of `clears` when the visitor left a refused day. "Clear" changes it, which hides the error. */
  const [refusedAt, setRefusedAt] = useState<number | null>(null);
  const [day, type] = useTyped(dayOf(before) ?? "", clears, asTyped, (to) =>
    change({ before: to || null }),
  );
  const isRefused = refusedAt === clears;
  // The focus has left the field.
  useLayoutEffect(() => {
    if (isRefused) announceError(input.current);
  }, [isRefused]);
  useEffect(() => {
    if (input.current && input.current.value !== day) input.current.value = day;
  }, [day]);
  return (
    <TextField
      ref={input}
      label="Posted before"
      hint="A day in UTC"
      type="date"
      min={FIRST_DAY}
      max={LAST_DAY}
      defaultValue={day}
      error={isRefused ? "Reddit began on June 23, 2005. Choose a later day." : null}
      onChange={({ target }) => {
        if (!target.validity.valid) return;
        setRefusedAt(null);
        type(target.value);
      }}
      // Checked on blur: a year is invalid while it is typed.
      onBlur={({ target }) => setRefusedAt(target.validity.valid ? null : clears)}
    />
  );
}

function Communities({ address, loaded, isHidden }: NarrowFeed) {
  const { r, q, before, filter, change } = address;
  const counts = useMemo(() => {
    const visible = loaded.filter((post) => !isHidden(post));
    return countCommunities(visible, { r, q, before }, filter);
  }, [loaded, isHidden, r, q, before, filter]);
  return (
    <NarrowCommunities
      counts={counts}
      chosen={r}
      onToggle={(name) => change({ r: toggleCommunity(r, name) })}
    />
  );
}

export interface NarrowDialogProps {
  feed: NarrowFeed;
  onClose: () => void;
  children: ReactNode;
}

/** A centred dialog on a desktop, a bottom sheet on a phone. The feed behind it follows each change. */
export function NarrowDialog({ feed, onClose, children }: NarrowDialogProps) {
  const id = useId();
  const { address, posts } = feed;
  const [clears, setClears] = useState(0);
  const shown = filterPosts(posts, address.filter).length;
  return (
    <Dialog
      onClose={onClose}
      labelledBy={id}
      className="w-full max-w-full max-sm:mb-0 sm:w-[calc(100%-2rem)] sm:max-w-lg"
    >
      <div className="flex max-h-[min(85dvh,44rem)] animate-[rise_180ms_ease-out] flex-col rounded-t-modal border border-line bg-surface text-text floating sm:rounded-modal">
        <div className="flex items-center justify-between py-3 pr-3 pl-5">
          <h2 id={id} className="font-display text-lg font-bold">
            Narrow down
          </h2>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </div>
        <div
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for the fields of one question
          role="group"
          aria-labelledby={id}
          tabIndex={-1}
          data-autofocus
          className="grid gap-4 overflow-y-auto overscroll-contain px-5 pb-3 outline-none"
        >
          <Words address={address} clears={clears} onDone={onClose} />
          <Before address={address} clears={clears} />
          {/* Above the list, which grows while all posts are loaded. */}
          {children}
          <Communities {...feed} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-5 py-3 max-sm:pb-[calc(0.75rem+var(--download,0px))]">
          <Button
            tone="ghost"
            // Not `disabled`, which its press would make it: the focus would leave the dialog.
            aria-disabled={!address.isNarrow}
            onClick={() => {
              if (!address.isNarrow) return;
              setClears(clears + 1);
              address.change(NO_NARROWING);
            }}
          >
            Clear
          </Button>
          {/* The page's own count is inert behind the dialog. */}
          <output className="sr-only">{plural(shown, "post")}</output>
          <Button onClick={onClose}>{`Show ${plural(shown, "post")}`}</Button>
        </div>
      </div>
    </Dialog>
  );
}
