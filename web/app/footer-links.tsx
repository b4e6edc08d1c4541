import type { ReactNode } from "react";
import { Link } from "#web/link.tsx";
import { OUTER_LINK } from "#web/lib/outer-link.ts";

export const footerLinkClass =
  "inline-flex min-h-11 min-w-11 items-center rounded-sm text-sm text-quiet transition-colors hover:text-text";

export const InnerItem = ({ to, children }: { to: string; children: ReactNode }) => (
  <li>
    <Link to={to} className={footerLinkClass}>
      {children}
    </Link>
  </li>
);

export const OuterItem = ({ href, children }: { href: string; children: ReactNode }) => (
  <li>
    <a href={href} {...OUTER_LINK} className={footerLinkClass}>
      {children}
    </a>
  </li>
);

export const DISCLAIMER = "Not affiliated with Reddit, Inc.";
