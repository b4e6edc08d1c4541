import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, useState, useSyncExternalStore, type ReactNode } from "react";
import { queryKeys } from "#schema/queries.ts";
import { ApiError, failureSentence } from "#web/api/api-error.ts";
import { cx } from "#view/cx.ts";
import { focusMain } from "#web/lib/focus-main.ts";
import { ageToMinute } from "#web/lib/time-ago.ts";
import { Icon } from "#view/icon.tsx";
import { useOpening } from "#web/features/toasts/use-opening.ts";
import type { ListingAnswer } from "./listing-answer.ts";
import { refusalSentence } from "./refusal-sentence.ts";
import type { SourceDialog } from "./source-dialog.tsx";
import {
  chooseOwnReddit,
  declineOffer,
  refetchListing,
  useOffer,
  useSource,
} from "./use-source.ts";

const NAMES = { reddit: "Reddit", archive: "Archive", sample: "Sample", companion: "Your Reddit" };

export interface SourceProps {
  answer: ListingAnswer;
  username: string;
}

/** Names the source and its age; a press opens the details and the switch. */
export function SourceChip({ answer, username }: SourceProps) {
  const [Dialog, setDialog] = useState<typeof SourceDialog | null>(null);
  const [note, openWith] = useOpening("The source could not be shown");
  const open = () =>
    openWith(import("./source-dialog.tsx"), (fetched) => setDialog(() => fetched.SourceDialog));
  const isOwn = answer.source === "companion";
  return (
    <>
      <span>
        &nbsp;·&nbsp;
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={open}
          className={cx(
            "hit rounded-sm underline decoration-dotted underline-offset-4 hover:text-text",
            isOwn && "text-citrine",
          )}
        >
          <span className="sr-only">Source: </span>
          <span>{NAMES[answer.source]}</span>
          <span className="max-md:sr-only">{` · ${ageToMinute(answer.fetchedAt)}`}</span>
        </button>
      </span>
      {note}
      {Dialog && <Dialog answer={answer} username={username} onClose={() => setDialog(null)} />}
    </>
  );
}

/**
 * A ref for a button that the answer to its press removes. The press itself moves no focus, because the companion's
 * consent dialog gives it back to its opener. The heading gets none, because after a failed search it is replaced too.
 */
function passFocusToMain(button: HTMLElement | null): (() => void) | undefined {
  const page = location.pathname;
  return () => {
    if (button === null || document.activeElement !== button) return;
    // Runs after React has removed the button.
    queueMicrotask(() => {
      if (document.activeElement === document.body && location.pathname === page) focusMain();
    });
  };
}

function NoteButton({ className, ...rest }: ComponentProps<"button">) {
  return (
    <button
      ref={passFocusToMain}
      type="button"
      className={cx(
        "hit rounded-sm font-semibold text-citrine underline underline-offset-2",
        className,
      )}
      {...rest}
    />
  );
}

interface NoteProps {
  icon: "clock" | "info";
  text: string;
  children?: ReactNode;
}

function Note({ icon, text, children }: NoteProps) {
  return (
    <div className="mx-auto mt-3 flex w-max max-w-[calc(100%-1.5rem)] items-center gap-2 rounded-card border border-line bg-surface px-4 py-2 text-sm text-quiet">
      <Icon name={icon} size={18} className="shrink-0 text-citrine" />
      <output>
        <span>{`${text} `}</span>
        {children}
      </output>
    </div>
  );
}

interface WhileSwitchingProps {
  isToOwn: boolean;
  children: ReactNode;
}

/** The error of the page's search; null without one. */
function useFailedSearch(): unknown {
  const cache = useQueryClient().getQueryCache();
  // Errors of later pages are shown in the row below the posts.
  const readFailure = () =>
    cache
      .findAll({ queryKey: queryKeys.searches(), type: "active" })
      .find(({ state }) => state.status === "error" && !state.fetchMeta?.fetchMore)?.state.error ??
    null;
  return useSyncExternalStore(cache.subscribe, readFailure);
}

/** Watches every query, so it is mounted only while the posts are not from the chosen source. */
function WhileSwitching({ isToOwn, children }: WhileSwitchingProps) {
  const client = useQueryClient();
  const isAsking = useIsFetching({ queryKey: queryKeys.searches() }) > 0;
  // A search that fails at once ends before `isAsking` is true, so failures are watched separately.
  const failure = useFailedSearch();
  if (isAsking) {
    return isToOwn ? <Note icon="clock" text="Asking Reddit through your browser…" /> : children;
  }
  if (failure === null) return children;
  const sentence = failureSentence(failure, "The posts could not be loaded.");
  const shown = isToOwn ? "our server" : "your Reddit";
  return (
    <Note icon="info" text={`${sentence} These are still the posts from ${shown}.`}>
      <NoteButton onClick={() => void refetchListing(client)}>Try again</NoteButton>
    </Note>
  );
}

/** One line between profile and posts: an old copy, a refused companion, or the offer of one. */
export function SourceNote({ answer, username }: SourceProps) {
  const state = useSource(answer);
  const note = <AnswerNote answer={answer} username={username} isOff={state === "off"} />;
  const isToOwn = state === "on";
  return isToOwn === (answer.source === "companion") ? (
    note
  ) : (
    <WhileSwitching isToOwn={isToOwn}>{note}</WhileSwitching>
  );
}

function Offer({ username }: { username: string }) {
  const client = useQueryClient();
  return (
    <Note icon="info" text="Your companion is installed.">
      <NoteButton onClick={() => chooseOwnReddit(client, username)}>Use your Reddit</NoteButton>
      <NoteButton className="ml-4" onClick={declineOffer}>
        No thanks
      </NoteButton>
    </Note>
  );
}

/** Offers the companion below a failed search, but only if a source failed: the companion also needs our server. */
export function SourceOffer({ username, error }: { username: string; error: unknown }) {
  const isOff = useOffer();
  const isSource =
    error instanceof ApiError && /^(?:reddit|archive|search)\./.test(error.code ?? "");
  return isOff && isSource && <Offer username={username} />;
}

function AnswerNote({ answer, username, isOff }: SourceProps & { isOff: boolean }) {
  const client = useQueryClient();
  const { refused, stale, fetchedAt, sortExact, userExists } = answer;
  const switchToOwn = () => chooseOwnReddit(client, username);
  if (refused && refused.reason !== "off") {
    const through = userExists ? " These posts come through our server." : "";
    return (
      <Note icon="info" text={refusalSentence(refused) + through}>
        <NoteButton onClick={switchToOwn}>Try again</NoteButton>
      </Note>
    );
  }
  if (stale) {
    const text = `Reddit cannot be asked right now. This is a copy from ${ageToMinute(fetchedAt)}.`;
    return <Note icon="clock" text={text} />;
  }
  if (!sortExact && userExists) {
    const text = "This source sorts by time only: the order starts over after each hundred posts.";
    return <Note icon="info" text={text} />;
  }
  return isOff && <Offer username={username} />;
}
