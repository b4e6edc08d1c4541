import { brand } from "#schema/brand.ts";
import { DataSaverToggle } from "#web/features/data-saver/data-saver-toggle.tsx";
import { FeedbackButton } from "#web/features/feedback/feedback-button.tsx";
import { ThemeToggle } from "#web/features/theme/theme-toggle.tsx";
import { Link } from "#web/link.tsx";
import { paths } from "#web/paths.ts";
import { Gem } from "#view/gem.tsx";
import { DISCLAIMER, footerLinkClass, InnerItem, OuterItem } from "./footer-links.tsx";

export function FullFooter() {
  return (
    <footer className="mt-16 border-t border-line">
      <div className="mx-auto grid max-w-[1280px] grid-cols-2 gap-x-6 gap-y-8 px-4 py-10 sm:px-6 md:grid-cols-[2fr_1fr_1fr]">
        <div className="col-span-2 md:col-span-1">
          <p className="flex items-center gap-2 font-display text-lg font-extrabold">
            <Gem size={24} />
            {brand.name}
          </p>
          <p className="mt-1 text-sm text-quiet">{brand.tagline}</p>
        </div>
        <div>
          <h2 className="text-sm font-semibold">Navigation</h2>
          <ul>
            <InnerItem to={paths.about()}>About</InnerItem>
            <InnerItem to={paths.terms()}>Terms</InnerItem>
            <InnerItem to={paths.privacy()}>Privacy</InnerItem>
            <InnerItem to={paths.contact()}>Contact</InnerItem>
          </ul>
        </div>
        <div>
          <h2 className="text-sm font-semibold">Tools &amp; Support</h2>
          <ul>
            <OuterItem href={brand.links.extension}>Install</OuterItem>
            <OuterItem href={brand.links.donation}>Donate</OuterItem>
            <li>
              <FeedbackButton className={footerLinkClass} />
            </li>
          </ul>
        </div>
      </div>
      <div className="border-t border-line">
        <div className="mx-auto flex max-w-[1280px] flex-wrap items-center justify-between gap-x-6 px-4 py-3 sm:px-6">
          <ul className="flex w-full flex-wrap items-center gap-x-4 sm:w-auto sm:gap-x-5">
            <InnerItem to={paths.leaderboard()}>Leaderboard</InnerItem>
            <InnerItem to={paths.admin()}>Admin</InnerItem>
            <OuterItem href={brand.links.reddit}>Reddit</OuterItem>
            <li className="ml-auto sm:hidden">
              <ThemeToggle />
            </li>
          </ul>
          <div className="flex flex-wrap items-center gap-x-5">
            <Link to={paths.following()} className={footerLinkClass}>
              Following
            </Link>
            <DataSaverToggle className={footerLinkClass} />
            <p className="text-sm text-quiet">{DISCLAIMER}</p>
          </div>
        </div>
      </div>
    </footer>
  );
}
