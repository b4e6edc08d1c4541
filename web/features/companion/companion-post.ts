import type { QueryFunctionContext } from "@tanstack/react-query";
import { normaliseListing } from "#normalise/listing.ts";
import type { Post } from "#schema/api/posts.ts";
import { ApiError } from "#web/api/api-error.ts";
import { askCompanion } from "./ask-companion.ts";
import { companionState, hasChosenServer } from "./companion-state.ts";
import { joinStatuses, fetchStatuses } from "./listing-statuses.ts";
import { withRefusal } from "./refused.ts";
import { isUnknownToServer } from "./vouch.ts";

const REMOVED = { status: 410, code: "posts.removed", sentence: "Removed at request." } as const;

/** Reads a post through the companion. Throws the server's `error` if the companion has no such post. */
export async function fetchCompanionPost(
  { client, signal }: QueryFunctionContext,
  id: string,
  error: unknown,
): Promise<Post> {
  if (!isUnknownToServer(error) || companionState() !== "on" || hasChosenServer()) throw error;
  const answer = await askCompanion({ type: "post", id }, signal);
  if (!answer.ok) throw withRefusal(error, answer);
  const { body } = answer;
  const found =
    body.state === "ok" ? normaliseListing([{ kind: "t3", data: body.post }], Date.now()) : null;
  const { id: foundId, username } = found?.posts[0]?.post ?? {};
  if (!found || !username || foundId !== `t3_${id}`) throw error;
  const statuses = await fetchStatuses({ client, username, signal }, found.posts);
  const [post] = statuses.listing.removed.creator ? [] : joinStatuses(found.posts, statuses, null);
  if (!post) throw new ApiError(REMOVED);
  return post;
}
