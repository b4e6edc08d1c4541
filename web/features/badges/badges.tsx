import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Badge } from "#schema/api/badges.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { cx } from "#view/cx.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { OUTER_LINK } from "#web/lib/outer-link.ts";
import { Icon } from "#view/icon.tsx";
import { badgesMessages } from "./badges.messages.ts";
import { badgesQuery } from "./badges.queries.ts";

const DOTS: Record<Badge["color"], string> = {
  pink: "bg-garnet",
  gray: "bg-quiet",
  blue: "bg-[#4f8cff]",
  green: "bg-jade",
  orange: "bg-citrine",
  red: "bg-garnet",
};

function BadgePill({ badge }: { badge: Badge }) {
  const look = cx(
    "inline-flex min-h-7 items-center whitespace-nowrap gap-1.5 rounded-full border px-2.5 text-xs font-semibold",
    badge.color === "pink" ? "border-garnet text-garnet" : "border-line text-text",
  );
  const body = (
    <>
      <span aria-hidden="true" className={cx("size-1.5 rounded-full", DOTS[badge.color])} />
      {badge.title}
    </>
  );
  if (!badge.actionUrl) return <span className={look}>{body}</span>;
  return (
    <a
      href={badge.actionUrl}
      {...OUTER_LINK}
      className={cx(look, "hit transition-colors hover:bg-raised")}
    >
      {body}
      <Icon name="external" size={12} />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

/** `useMutation` would load its observer with every creator's page, and few visitors press the button. */
function useRefresh(username: string) {
  const client = useQueryClient();
  const [isRefreshing, setRefreshing] = useState(false);
  const refresh = () => {
    setRefreshing(true);
    void import("./badges.mutations.ts")
      .then((m) => m.refreshBadges(client, username))
      .catch(() => showToast({ title: badgesMessages.refreshFailed, tone: "destructive" }))
      .finally(() => setRefreshing(false));
  };
  return { isRefreshing, refresh };
}

/** One row whatever the number of badges, so that the feed below does not move: the row scrolls sideways. */
export function Badges({ username }: { username: string }) {
  const { data, error } = useQuery(badgesQuery(username));
  const { isRefreshing, refresh } = useRefresh(username);
  return (
    <div className="badge-row">
      {error && !data && (
        <p title={error.message} className="text-xs text-quiet">
          {badgesMessages.loadFailed}
        </p>
      )}
      {data && (
        <ul aria-label="Badges" className="flex shrink-0 gap-1.5">
          {data.map((badge) => (
            <li key={badge.title}>
              <BadgePill badge={badge} />
            </li>
          ))}
        </ul>
      )}
      {(data || error) && (
        <IconButton
          icon="refresh"
          size={14}
          label="Refresh badges"
          aria-disabled={isRefreshing}
          onClick={() => isRefreshing || refresh()}
          className="aria-disabled:opacity-50"
        />
      )}
    </div>
  );
}
