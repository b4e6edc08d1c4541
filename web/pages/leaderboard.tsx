import { ProsePage } from "./prose-page.tsx";

export function LeaderboardPage() {
  return <ProsePage title="Leaderboard - Top Reddit Creators" heading="Leaderboard" />;
}
