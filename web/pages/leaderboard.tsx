import { useSearchParams } from "react-router";
import { PAGES } from "#schema/pages.ts";
import { BoardSection } from "#view/board-section.tsx";
import { PostsBoard } from "#web/features/leaderboard/posts-board.tsx";
import { UsersBoard } from "#web/features/leaderboard/users-board.tsx";
import { usePageTitle } from "#web/lib/page-title.ts";
import { Tabs } from "#web/ui/tabs.tsx";

const TABS = [
  { value: "users", label: "Users" },
  { value: "posts", label: "Posts" },
] as const;

export function LeaderboardPage() {
  usePageTitle(PAGES.leaderboard.title);
  const [query, setQuery] = useSearchParams();
  const tab = query.get("tab") === "posts" ? "posts" : "users";
  return (
    <BoardSection>
      <Tabs
        label="Leaderboard"
        tabs={TABS}
        value={tab}
        onChange={(next) => setQuery(next === "posts" ? { tab: next } : {}, { replace: true })}
      >
        {tab === "users" ? <UsersBoard /> : <PostsBoard />}
      </Tabs>
    </BoardSection>
  );
}
