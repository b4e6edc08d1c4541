import type { ReactNode } from "react";
import { brand } from "#schema/brand.ts";
import { PAGES } from "#schema/pages.ts";
import { Gem } from "./gem.tsx";
import { type LinkComponent, PlainLink } from "./link.tsx";

/**
 * One row with the space of the signed-out links, also before they are drawn. Below 360 px it has one of the two, whose
 * page has the other. From 1024 px up a margin makes the left side as wide as the right, so that the search is in the
 * middle.
 */
export function HeaderBar({
  link: Link = PlainLink,
  search,
  account,
}: {
  link?: LinkComponent;
  search: ReactNode;
  account?: ReactNode;
}) {
  return (
    <header className="border-b border-line bg-surface">
      <div className="header-row mx-auto max-w-[1920px]">
        <Link
          href={PAGES.home.path}
          aria-label={`${brand.name} home`}
          className="flex min-h-11 min-w-11 items-center gap-2 rounded-input max-sm:-mr-2 sm:min-w-32 lg:mr-25 font-display text-lg font-extrabold tracking-tight"
        >
          <Gem />
          <span className="max-sm:sr-only">{brand.name}</span>
        </Link>
        {search}
        {account && (
          <nav aria-label="Account" className="header-account">
            {account}
          </nav>
        )}
      </div>
    </header>
  );
}
