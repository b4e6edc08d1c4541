import type { UseQueryResult } from "@tanstack/react-query";
import { type ComponentType, useState } from "react";
import type { BoardKind } from "#schema/api/leaderboard.ts";
import { failureSentence } from "#web/api/api-error.ts";
import { ageToMinute } from "#web/lib/time-ago.ts";
import { Link } from "#web/link.tsx";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { RetryButton } from "#web/ui/retry-button.tsx";
import { EmptyState, ErrorState } from "#web/ui/state.tsx";
import { podiumItem, podiumList } from "./board-layout.ts";
import { BoardSkeleton } from "./board-skeleton.tsx";
import { leaderboardMessages } from "./leaderboard.messages.ts";

const PODIUM = 3;

export interface EntryProps<Entry> {
  entry: Entry;
  rank: number;
}

interface BoardProps<Entry> {
  kind: BoardKind;
  query: UseQueryResult<{ generated: string }>;
  entries: readonly Entry[];
  /** Draws the first three. */
  Podium: ComponentType<EntryProps<Entry>>;
  /** Draws the others. */
  Row: ComponentType<EntryProps<Entry>>;
}

/** The age at the first render; it is not updated. */
function Age({ generated }: { generated: string }) {
  const [age] = useState(() => ageToMinute(generated));
  return (
    <p className="mt-6 text-center text-xs text-quiet">
      Standings of <time dateTime={generated}>{age}</time>, renewed every 5 minutes
    </p>
  );
}

export function Board<Entry extends { id: string; rank: number | null }>(props: BoardProps<Entry>) {
  const { kind, query, entries, Podium, Row } = props;
  if (query.data && entries.length > 0) {
    return (
      <>
        <ol className={podiumList}>
          {entries.slice(0, PODIUM).map((entry, at) => (
            <li key={entry.id} className={podiumItem[at]}>
              <Podium entry={entry} rank={entry.rank ?? at + 1} />
            </li>
          ))}
        </ol>
        <ol start={PODIUM + 1} className="mt-4 flex flex-col gap-2">
          {entries.slice(PODIUM).map((entry, at) => (
            <li key={entry.id}>
              <Row entry={entry} rank={entry.rank ?? PODIUM + at + 1} />
            </li>
          ))}
        </ol>
        <Age key={query.data.generated} generated={query.data.generated} />
      </>
    );
  }
  if (query.isPending || query.isFetching) return <BoardSkeleton kind={kind} />;
  if (query.error) {
    return (
      <ErrorState
        title={leaderboardMessages.unavailable}
        action={
          <>
            <RetryButton onRetry={query.refetch} />
            <Link to={paths.home()} className={buttonClass("secondary")}>
              Return Home
            </Link>
          </>
        }
      >
        <p>{failureSentence(query.error, leaderboardMessages.loadFailed)}</p>
      </ErrorState>
    );
  }
  return (
    <EmptyState
      icon="trophy"
      title={leaderboardMessages.empty[kind]}
      action={
        <Link to={paths.home()} className={buttonClass("primary")}>
          Start Exploring
        </Link>
      }
    >
      <p>
        {kind === "users"
          ? "Search a creator and give the first heart."
          : "Open a post you like and give it the first heart."}
      </p>
    </EmptyState>
  );
}
