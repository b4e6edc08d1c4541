import type { Post } from "#schema/api/posts.ts";
import { isAdult } from "#schema/media.ts";
import { Chip } from "#web/ui/chip.tsx";

/** The label of a thumbnail that can be covered. */
export function CoverReason({
  post,
}: {
  post: Pick<Post, "isNsfw" | "subredditIsNsfw" | "isSpoiler">;
}) {
  if (isAdult(post)) return <Chip tone="nsfw">NSFW</Chip>;
  return post.isSpoiler && <Chip tone="media">Spoiler</Chip>;
}
