import { pageTitles } from "#schema/page-titles.ts";
import { Hero } from "#web/features/search/hero.tsx";
import { LeaderboardTeaser } from "#web/features/leaderboard/leaderboard-teaser.tsx";
import { usePageTitle } from "#web/lib/page-title.ts";

export function HomePage() {
  usePageTitle(pageTitles.home());
  return (
    <>
      <Hero />
      <LeaderboardTeaser />
    </>
  );
}
