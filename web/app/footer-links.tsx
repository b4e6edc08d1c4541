import type { ReactNode } from "react";
import { Link } from "#web/link.tsx";

export const footerLinkClass =
  "inline-flex min-h-11 min-w-11 items-center rounded-sm text-sm text-quiet transition-colors hover:text-text";

export function InnerLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={footerLinkClass}>
      {children}
    </Link>
  );
}

export function OuterLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={footerLinkClass}>
      {children}
    </a>
  );
}

export const DISCLAIMER = "Not affiliated with Reddit, Inc.";
