import type { ComponentProps, ReactNode } from "react";

export type LinkProps = ComponentProps<"a"> & { href: string };

/** The app passes a link that uses its router. */
export type LinkComponent = (props: LinkProps) => ReactNode;

export function PlainLink(props: LinkProps) {
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the caller passes the content
  return <a {...props} />;
}
