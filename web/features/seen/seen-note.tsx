import { useEffect, useEffectEvent, useRef, useState, type FocusEvent } from "react";
import type { Post } from "#schema/api/posts.ts";
import { SHORT_ID } from "#schema/reddit-id.ts";
import { useOpenPost } from "#web/features/posts/use-open-post.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { forgetSeen, noteSeen, readSeen, sinceText, type VisitEnd } from "./seen-posts.ts";
import { watchCards } from "./watch-cards.ts";

/** Writing at once for each card would write while the feed scrolls. */
const WRITE_SEEN_AFTER_MS = 1_500;
const OPEN_POST_SEEN_AFTER_MS = 1_000;

type ListedPosts = Pick<SeenNoteProps, "username" | "posts" | "isByTime">;

/**
 * Epoch seconds. In another order the newest post may not be loaded, so the present counts: only later posts will be
 * new.
 */
const newestOf = ({ posts, isByTime }: ListedPosts): number =>
  isByTime
    ? posts.reduce((most, { created }) => Math.max(most, created), 0)
    : Math.floor(Date.now() / 1000);

/** Collects the ids of cards in view, and writes them in batches and when the page is left. */
function useNoting(listed: ListedPosts, isForgotten: boolean) {
  const { username, posts } = listed;
  const [start] = useState(() => readSeen(username));
  const { id: openId } = useOpenPost();
  const [queue] = useState(() => new Set<string>());
  const isNoted = useRef(false);
  const write = useEffectEvent(() => {
    if (isForgotten || posts.length === 0) return;
    // A tab that was left open and is closed or reloaded a day later: the visit ended with its last look.
    if (isNoted.current && queue.size === 0) return;
    isNoted.current = true;
    noteSeen(username, { start, newest: newestOf(listed), ids: [...queue] });
    queue.clear();
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const feed = document.querySelector("main");
    const end = feed
      ? watchCards(feed, (id) => {
          queue.add(id);
          timer ??= setTimeout(() => {
            timer = undefined;
            write();
          }, WRITE_SEEN_AFTER_MS);
        })
      : undefined;
    addEventListener("pagehide", write);
    return () => {
      clearTimeout(timer);
      end?.();
      removeEventListener("pagehide", write);
      write();
    };
  }, [queue]);

  useEffect(() => {
    // An address can name anything.
    if (!openId || !SHORT_ID.test(openId)) return;
    const timer = setTimeout(() => queue.add(openId), OPEN_POST_SEEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [openId, queue]);

  return start;
}

export interface SeenNoteProps {
  username: string;
  posts: readonly Post[];
  /** The posts of another sort are not there yet, so the note has nothing to say. */
  isLoading?: boolean;
  /** Sorted by time, newest first. */
  isByTime: boolean;
  hasMore: boolean;
  /** The hidden posts; null for none. */
  hidden: ReadonlySet<string> | null;
  onHide: (ids: ReadonlySet<string> | null) => void;
}

function newText({ posts, isByTime, hasMore }: SeenNoteProps, { at, newest }: VisitEnd): string {
  const fresh = posts.filter(({ created }) => created > newest).length;
  const last = posts.at(-1);
  // Not whether all are new: Reddit lists pinned posts, of any age, before the others.
  const mayBeMore = hasMore && !(isByTime && last && last.created <= newest);
  if (fresh > 0) return `${fresh}${mayBeMore ? "+" : ""} new since ${sinceText(at)}`;
  return mayBeMore ? `Last visit: ${sinceText(at)}` : `Nothing new since ${sinceText(at)}`;
}

/** The buttons that end the note disappear with it, so the focus goes back to where it came into the note from. */
function useFocusGiver() {
  const giver = useRef<Element | null>(null);
  return {
    onFocus({ currentTarget, relatedTarget }: FocusEvent) {
      // Without one the window has the focus back, not the note.
      if (relatedTarget && !currentTarget.contains(relatedTarget)) giver.current = relatedTarget;
    },
    giveBack: () => (giver.current as HTMLElement | null)?.focus({ preventScroll: true }),
  };
}

/**
 * New posts of a creator since the device's last visit. Floats over the feed's lower edge, so that nothing moves when
 * it appears after the page.
 */
export function SeenNote(props: SeenNoteProps) {
  const { username, isLoading = false, hidden, onHide } = props;
  const [isForgotten, setForgotten] = useState(false);
  const [isClosed, setClosed] = useState(false);
  const { before, ids } = useNoting(props, isForgotten);
  const { onFocus, giveBack } = useFocusGiver();
  if (!before || isLoading || isForgotten || (isClosed && !hidden)) return null;
  const buttonClass =
    "min-h-11 rounded-full px-2.5 text-sm font-semibold text-citrine transition-colors hover:bg-raised";
  function close() {
    giveBack();
    setClosed(true);
  }
  function forget() {
    giveBack();
    forgetSeen(username);
    onHide(null);
    setForgotten(true);
  }
  return (
    <div
      className="seen-note pointer-events-none fixed inset-x-3 z-20 flex justify-center print:hidden"
      style={{ bottom: "calc(0.75rem + var(--download, 0px))" }}
    >
      <div
        onFocus={onFocus}
        className="pointer-events-auto flex max-w-full animate-[rise_180ms_ease-out] flex-wrap items-center justify-center rounded-[22px] border border-line bg-surface pr-1 pl-4 text-sm floating"
      >
        <output className="py-2">
          {hidden ? "Seen posts are hidden" : newText(props, before)}
        </output>
        <span className="flex flex-wrap items-center justify-center pl-1">
          {ids.size > 0 && (
            <button
              type="button"
              aria-pressed={hidden !== null}
              className={buttonClass}
              onClick={() => onHide(hidden ? null : ids)}
            >
              Hide seen
            </button>
          )}
          <button
            type="button"
            aria-label={`Forget what I have seen of u/${username}`}
            className={buttonClass}
            onClick={forget}
          >
            Forget
          </button>
          {!hidden && <IconButton icon="close" label="Close" size={18} onClick={close} />}
        </span>
      </div>
    </div>
  );
}
