import { useState, type KeyboardEvent } from "react";
import { formatCount } from "#web/lib/format-count.ts";
import { TextField } from "#web/ui/field.tsx";
import { communitiesIn, communityName, matchesName, type CommunityCount } from "./narrow.ts";

const SEARCHED_FROM = 9;
/** Communities beyond this number are found by typing. */
const MAX_LISTED_COMMUNITIES = 100;

const STEPS: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** Arrow keys move within the list, which is one Tab stop. */
function onArrow(event: KeyboardEvent<HTMLElement>): void {
  const box = event.currentTarget;
  const boxes = [...(box.closest("ul")?.querySelectorAll<HTMLElement>("input") ?? [])];
  const index = boxes.indexOf(box);
  const step = STEPS[event.key];
  if (!step || index < 0) return;
  event.preventDefault();
  boxes[step(index, boxes.length - 1)]?.focus();
}

export interface NarrowCommunitiesProps {
  counts: readonly CommunityCount[];
  chosen: string | null;
  onToggle: (name: string) => void;
}

export function NarrowCommunities({ counts, chosen, onToggle }: NarrowCommunitiesProps) {
  const [typed, setTyped] = useState("");
  const [focused, setFocused] = useState<string | null>(null);
  const names = new Set(communitiesIn(chosen).map((name) => name.toLowerCase()));
  const found = counts.filter(({ name }) => matchesName(name, typed));
  const listed = found.slice(0, MAX_LISTED_COMMUNITIES);
  const stop = listed.find(({ name }) => name === focused) ?? listed[0];
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">Communities</legend>
      {counts.length >= SEARCHED_FROM && (
        <TextField
          label="Find a community"
          type="search"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <ul className="mt-1">
        {listed.map(({ name, count }) => (
          <li key={name}>
            <label className="-mx-2 flex min-h-11 cursor-pointer items-center gap-2.5 rounded-input px-2 text-sm hover:bg-raised">
              <input
                type="checkbox"
                className="size-4.5 shrink-0 accent-citrine"
                checked={names.has(name.toLowerCase())}
                tabIndex={name === stop?.name ? 0 : -1}
                onFocus={() => setFocused(name)}
                onKeyDown={onArrow}
                onChange={() => onToggle(name)}
              />
              <span className="min-w-0 grow truncate">{communityName(name)}</span>
              <span className="text-quiet tabular-nums">
                <span>{formatCount(count)}</span>
                <span className="sr-only">{count === 1 ? " post" : " posts"}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      <output className="block text-sm text-quiet">
        {found.length === 0
          ? "No loaded post is from such a community."
          : found.length > listed.length &&
            `${found.length - listed.length} more: type a part of a name.`}
      </output>
    </fieldset>
  );
}
