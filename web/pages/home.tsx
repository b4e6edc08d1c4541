import { PAGES } from "#schema/pages.ts";
import { Hero } from "#web/features/search/hero.tsx";
import { LeaderboardTeaser } from "#web/features/leaderboard/leaderboard-teaser.tsx";
import { usePageTitle } from "#web/lib/page-title.ts";

export function HomePage() {
  usePageTitle(PAGES.home.title);
  return (
    <>
      <Hero />
      <LeaderboardTeaser />
    </>
  );
}
