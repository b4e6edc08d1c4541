import { useSearchParams } from "react-router";
import { pageTitles } from "#schema/page-titles.ts";
import { PostsBoard } from "#web/features/leaderboard/posts-board.tsx";
import { UsersBoard } from "#web/features/leaderboard/users-board.tsx";
import { usePageTitle } from "#web/lib/page-title.ts";
import { Tabs } from "#web/ui/tabs.tsx";

const TABS = [
  { value: "users", label: "Users" },
  { value: "posts", label: "Posts" },
] as const;

export function LeaderboardPage() {
  usePageTitle(pageTitles.leaderboard());
  const [query, setQuery] = useSearchParams();
  const tab = query.get("tab") === "posts" ? "posts" : "users";
  return (
    <div className="mx-auto w-full max-w-[960px] px-4 py-10 sm:px-6">
      <h1 className="font-display text-2xl font-extrabold">Leaderboard</h1>
      <p className="mt-2 mb-6 text-quiet">The creators and posts with the most hearts.</p>
      <Tabs
        label="Leaderboard"
        tabs={TABS}
        value={tab}
        onChange={(next) => setQuery(next === "posts" ? { tab: next } : {}, { replace: true })}
      >
        {tab === "users" ? <UsersBoard /> : <PostsBoard />}
      </Tabs>
    </div>
  );
}
