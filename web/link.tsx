import type { ComponentProps } from "react";
import { useHref, useLinkClickHandler } from "react-router";

interface Props extends Omit<ComponentProps<"a">, "href"> {
  to: string;
  /** Router state for the target page. */
  state?: unknown;
}

/** React Router's Link would bundle the prefetching of its framework mode (decision 119). */
export function Link({ to, state, target, onClick, ...rest }: Props) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { state, target });
  return (
    // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the caller passes the content
    <a
      {...rest}
      href={useHref(to)}
      target={target}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}
