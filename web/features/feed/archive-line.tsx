import type { Post } from "#schema/api/posts.ts";
import { isArchived } from "#web/features/companion/listing-answer.ts";
import { ARCHIVE_LINE_HEIGHT } from "./placement.ts";

const LINE = "h-px flex-1 bg-line";

/** The line across the feed where Reddit's listing ends and the archive's posts begin. */
export function ArchiveLine({ posts, bottom }: { posts: readonly Post[]; bottom: number }) {
  const isUnchecked = posts.some((post) => isArchived(post) && !post.isChecked);
  return (
    <div
      className="absolute inset-x-0 flex flex-col justify-center gap-1"
      style={{
        height: ARCHIVE_LINE_HEIGHT,
        transform: `translateY(${bottom - ARCHIVE_LINE_HEIGHT}px)`,
      }}
    >
      <div className="flex items-center gap-3">
        <span className={LINE} />
        <h2 className="font-display font-bold">Older posts, from the archive</h2>
        <span className={LINE} />
      </div>
      <p className="text-center text-sm text-balance text-quiet">
        {isUnchecked
          ? "Reddit could not be asked about all of these: some may have been deleted there."
          : "Reddit lists only the last thousand posts or so. Posts deleted there are left out."}
      </p>
    </div>
  );
}
