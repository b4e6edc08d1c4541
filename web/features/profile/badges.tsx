import { useQuery } from "@tanstack/react-query";
import type { Badge } from "#schema/api/badges.ts";
import { cx } from "#web/lib/cx.ts";
import { Icon } from "#web/ui/icons.tsx";
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

/** Its row has one height from the start, so that the feed below never moves. */
export function Badges({ username }: { username: string }) {
  const { data, isError } = useQuery(badgesQuery(username));
  if (isError) return <p className="min-h-7 text-xs text-quiet">Failed to load badges</p>;
  return (
    <ul aria-label="Badges" className="flex min-h-7 flex-wrap gap-1.5">
      {data?.map((badge) => (
        <li key={badge.title}>
          <BadgePill badge={badge} />
        </li>
      ))}
    </ul>
  );
}
