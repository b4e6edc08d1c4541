import type { ReactNode } from "react";
import { NO_NARROWING } from "#schema/choices.ts";
import { shareLink } from "#web/features/posts/send-link.ts";
import { passFocusToNextRow } from "#web/lib/pass-focus-to-next-row.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#view/icon.tsx";
import { NarrowDialog } from "./narrow-dialog.tsx";
import {
  communitiesIn,
  communityName,
  dayOf,
  dayText,
  hasReached,
  toggleCommunity,
} from "./narrow.ts";
import { useLoadAll } from "./use-load-all.ts";
import type { NarrowFeed } from "./narrow-feed.ts";
import { LoadAllBar } from "./load-all-bar.tsx";

export { EmptyFeed } from "./empty-feed.tsx";
export { isJumpShown, isReplaced, jumpDay } from "./jump.ts";
export { narrowPosts } from "./narrow.ts";
export { ArchiveLine } from "./archive-line.tsx";

function FilterButton({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <li ref={passFocusToNextRow} className="min-w-0">
      <button
        type="button"
        aria-label={`Remove filter ${children}`}
        onClick={onClick}
        className="hit inline-flex h-9 max-w-full items-center gap-1.5 rounded-full bg-raised px-3 text-sm font-medium text-text hover:bg-line"
      >
        <span className="truncate">{children}</span>
        <Icon name="close" size={14} className="shrink-0 text-quiet" />
      </button>
    </li>
  );
}

function Active({ address, share }: { address: NarrowFeed["address"]; share: ReactNode }) {
  const { r, q, before, change } = address;
  const day = dayOf(before);
  return (
    <div ref={passFocusToNextRow} className="flex flex-wrap items-center gap-2 py-2">
      <ul aria-label="Narrowed down to" className="flex min-w-0 flex-wrap items-center gap-2">
        {communitiesIn(r).map((name) => (
          <FilterButton key={name} onClick={() => change({ r: toggleCommunity(r, name) })}>
            {communityName(name)}
          </FilterButton>
        ))}
        {q && <FilterButton onClick={() => change({ q: null })}>{`“${q}”`}</FilterButton>}
        {before && (
          <FilterButton onClick={() => change({ before: null })}>
            {day ? `Before ${dayText(day)}` : `Before “${before}”, which is no day since 2005`}
          </FilterButton>
        )}
      </ul>
      <div className="flex">
        <Button tone="ghost" onClick={() => change(NO_NARROWING)}>
          Clear
        </Button>
        {share}
      </div>
    </div>
  );
}

function ShareView({ name }: { name: string }) {
  return (
    <Button
      tone="ghost"
      aria-label="Share this view"
      onClick={() =>
        void shareLink(`u/${name}`, location.href, "It opens this page with its filters.")
      }
    >
      <Icon name="share" size={18} />
      Share
    </Button>
  );
}

export interface NarrowToolsProps {
  feed: NarrowFeed;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** The sheet; below the filter bar, the active filters and the progress of loading everything. */
export function NarrowTools({ feed, isOpen, onOpen }: NarrowToolsProps) {
  const { address, more, loaded } = feed;
  const day = dayOf(address.before);
  const isSeeking =
    day !== null && !feed.isJump && loaded.length > 0 && !hasReached(loaded, day, address.sort);
  const loadAll = useLoadAll(more, isSeeking);
  const name = feed.knownName ?? "";
  const soughtDay = isSeeking ? day : null;
  const bar = (
    <LoadAllBar loadAll={loadAll} loaded={loaded} sort={address.sort} soughtDay={soughtDay} />
  );
  return (
    <>
      <div className="mx-auto w-full max-w-[1920px] px-3 sm:px-6">
        {address.isNarrow && <Active address={address} share={<ShareView name={name} />} />}
        {loadAll.isStarted || (address.isNarrow && more.hasMore) ? bar : null}
      </div>
      {isOpen && (
        <NarrowDialog feed={feed} onClose={() => onOpen(false)}>
          {bar}
        </NarrowDialog>
      )}
    </>
  );
}
