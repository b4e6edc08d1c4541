import { brand } from "#schema/brand.ts";
import { DataSaverToggle } from "#web/features/data-saver/data-saver-toggle.tsx";
import { FeedbackButton } from "#web/features/feedback/feedback-button.tsx";
import { ThemeToggle } from "#web/features/theme/theme-toggle.tsx";
import { Link } from "#web/link.tsx";
import { paths } from "#web/paths.ts";
import { DISCLAIMER, footerLinkClass, InnerItem } from "./footer-links.tsx";

const YEAR = new Date().getFullYear();

export function SimpleFooter() {
  return (
    <footer className="mt-12 border-t border-line">
      <div className="mx-auto flex max-w-[1920px] flex-wrap items-center justify-between gap-x-6 px-4 py-3 sm:px-6">
        <ul className="flex w-full flex-wrap items-center gap-x-2 xs:gap-x-4 sm:w-auto sm:gap-x-5">
          <InnerItem to={paths.home()}>Home</InnerItem>
          <InnerItem to={paths.about()}>About</InnerItem>
          <InnerItem to={paths.admin()}>Admin</InnerItem>
          <li>
            <FeedbackButton className={footerLinkClass} />
          </li>
          <li className="ml-auto sm:hidden">
            <ThemeToggle />
          </li>
        </ul>
        <div className="flex flex-wrap items-center gap-x-5">
          <Link to={paths.following()} className={footerLinkClass}>
            Following
          </Link>
          <DataSaverToggle className={footerLinkClass} />
          <p className="text-sm text-quiet">
            © {YEAR} {brand.name}. {DISCLAIMER}
          </p>
        </div>
      </div>
    </footer>
  );
}
