import { useQuery } from "@tanstack/react-query";
import type { Badge } from "#schema/api/badges.ts";
import { cx } from "#web/lib/cx.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Icon } from "#web/ui/icons.tsx";
import { badgesMessages } from "./badges.messages.ts";
import { badgesQuery, useRefreshBadges } from "./badges.queries.ts";

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
    "inline-flex min-h-7 items-center gap-1.5 rounded-full border px-2.5 text-xs font-semibold",
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
      target="_blank"
      rel="noopener noreferrer"
      className={cx(look, "hit transition-colors hover:bg-raised")}
    >
      {body}
      <Icon name="external" size={12} />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

/** Room for two rows on a phone and one above, from the start: the feed below must not move. */
export function Badges({ username }: { username: string }) {
  const { data, error } = useQuery(badgesQuery(username));
  const { mutate: refresh, isPending: isRefreshing } = useRefreshBadges(username);
  return (
    <div className="flex min-h-17 items-center gap-1 sm:min-h-11">
      {error && !data && (
        <p title={error.message} className="text-xs text-quiet">
          {badgesMessages.loadFailed}
        </p>
      )}
      {data && (
        <ul aria-label="Badges" className="flex flex-wrap justify-center gap-1.5 sm:justify-start">
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
          disabled={isRefreshing}
          onClick={() => refresh()}
          className="disabled:opacity-50"
        />
      )}
    </div>
  );
}
