import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";

/** One post in the feed. Its caller places it. */
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

/** The title over the lower edge of the picture. `title` is an element with the class scrim-title, or holds one. */
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
