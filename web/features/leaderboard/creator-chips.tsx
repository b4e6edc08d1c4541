import { cx } from "#view/cx.ts";
import { Chip } from "#web/ui/chip.tsx";

interface CreatorChipsProps {
  heartCount: number;
  /** 100 on the leaderboard, 50 on the home page: the specification has two limits. */
  popularAbove?: 50 | 100;
  className?: string;
}

/**
 * The paragraph must not be a flex box: Firefox leaves flex paragraphs out of its accessibility tree, the chips become
 * lines of the row around them, and Orca then reads that row in a loop.
 */
export function CreatorChips({ heartCount, popularAbove = 100, className }: CreatorChipsProps) {
  return (
    <p>
      <span className={cx("creator-chips", className)}>
        {heartCount > popularAbove && (
          <>
            <Chip tone="citrine">Popular</Chip>
            {/* Without it a screen reader reads the two chips as one word. */}
            <span className="sr-only">, </span>
          </>
        )}
        <Chip>Creator</Chip>
      </span>
    </p>
  );
}
