import type { ComponentProps } from "react";
import { useHref, useNavigate } from "react-router";
import { isPlainClick } from "#web/lib/plain-click.ts";

interface Props extends Omit<ComponentProps<"a">, "href" | "target"> {
  to: string;
  /** Router state for the target page. */
  state?: unknown;
}

/** React Router's Link would bundle the prefetching of its framework mode (decision 119). */
export function Link({ to, state, onClick, ...rest }: Props) {
  const navigate = useNavigate();
  return (
    // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the caller passes the content
    <a
      {...rest}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlainClick(event)) return;
        event.preventDefault();
        // React Router's handler compares with the rendered address, so a double-click would add two entries.
        const replace = event.currentTarget.href === window.location.href;
        void navigate(to, { state, replace });
      }}
    />
  );
}
