import { useQueryClient } from "@tanstack/react-query";
import { brand } from "#schema/brand.ts";
import { ageToMinute } from "#web/lib/time-ago.ts";
import { OUTER_LINK } from "#web/lib/outer-link.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { PanelDialog } from "#web/ui/panel-dialog.tsx";
import type { ListingAnswer } from "./listing-answer.ts";
import { companionState } from "./companion-state.ts";
import { chooseOwnReddit, chooseServer } from "./use-source.ts";

const ABOUT: Record<ListingAnswer["source"], string> = {
  reddit:
    "Reddit, asked by our server for all visitors. A copy is refreshed after five minutes if Reddit's limit allows, and kept for a day at most.",
  archive:
    "A public archive of Reddit, about half an hour behind it. It knows the order of time, no other.",
  sample: `Made-up posts that come with this copy of ${brand.name}, to try it without a network.`,
  companion:
    "Reddit itself, asked by your own browser and signed in as you. Our server gets the profile's name and the posts' ids, to add hearts and badges, the ids and authors of crossposts' originals, to leave out what was removed, and the ids of RedGifs clips that you open, to find their files. If you heart a post that our source does not know yet, it also gets what the card shows.",
};

function Switch({ answer, username, onClose }: SourceDialogProps) {
  const client = useQueryClient();
  if (companionState() === null) {
    return (
      <>
        <p className="mt-4 text-sm text-quiet">
          With our browser extension this page asks Reddit through your own browser: live, in
          Reddit&apos;s own order, without a shared limit.
        </p>
        <a
          href={brand.links.extension}
          {...OUTER_LINK}
          className={`${buttonClass("secondary")} mt-3`}
        >
          Get the extension
        </a>
      </>
    );
  }
  const isOwn = answer.source === "companion";
  const choose = () => {
    onClose();
    if (isOwn) chooseServer(client);
    else chooseOwnReddit(client, username);
  };
  return (
    <Button onClick={choose} tone={isOwn ? "secondary" : "primary"} className="mt-4">
      {isOwn ? "Use our server's source" : "Use your Reddit"}
    </Button>
  );
}

export interface SourceDialogProps {
  answer: ListingAnswer;
  username: string;
  onClose: () => void;
}

/** The source, its age and its exactness, with the switch to the other source. */
export function SourceDialog(props: SourceDialogProps) {
  const { source, fetchedAt, sortExact, stale } = props.answer;
  return (
    <PanelDialog onClose={props.onClose} title="Where these posts come from">
      <p>{ABOUT[source]}</p>
      <dl className="mt-4 grid gap-1 text-sm">
        <div className="flex flex-wrap gap-x-4">
          <dt className="w-16 text-quiet">Fetched</dt>
          <dd>
            {ageToMinute(fetchedAt)}
            {stale && ", an older copy"}
          </dd>
        </div>
        <div className="flex flex-wrap gap-x-4">
          <dt className="w-16 text-quiet">Order</dt>
          <dd>{sortExact ? "exact" : "within each hundred posts"}</dd>
        </div>
      </dl>
      <Switch {...props} />
    </PanelDialog>
  );
}
