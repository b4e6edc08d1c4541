import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";

/** A post in the feed. The caller sets its position. */
export function Tile({
  isCovered,
  className,
  ...rest
}: ComponentProps<"article"> & { isCovered: boolean }) {
  return <article className={cx("card", isCovered && "card-covered", className)} {...rest} />;
}

export function TilePicture({
  isHidden = false,
  ...props
}: ComponentProps<"img"> & { isHidden?: boolean }) {
  return (
    <img
      {...props}
      alt=""
      referrerPolicy="no-referrer"
      className={cx(
        "card-picture absolute inset-0 size-full object-cover",
        isHidden && "opacity-0",
      )}
    />
  );
}

/** The title over the lower edge of the picture. `title` has the class scrim-title, or contains an element that has. */
export function TileScrim({
  title,
  heart,
  children,
}: {
  title: ReactNode;
  heart?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="scrim">
      <div className="flex items-end gap-2">
        {title}
        {heart && <div className="pointer-events-auto relative shrink-0">{heart}</div>}
      </div>
      {children}
    </div>
  );
}
