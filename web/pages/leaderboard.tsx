import { PAGES } from "#schema/pages.ts";
import { BoardSection } from "#view/board-section.tsx";
import { PostsBoard } from "#web/features/leaderboard/posts-board.tsx";
import { UsersBoard } from "#web/features/leaderboard/users-board.tsx";
import { usePageTitle } from "#web/lib/page-title.ts";
import { Tabs } from "#web/ui/tabs.tsx";
import { useTab } from "#web/use-tab.ts";

const TABS = [
  { value: "users", label: "Users" },
  { value: "posts", label: "Posts" },
] as const;

export function LeaderboardPage() {
  usePageTitle(PAGES.leaderboard.title);
  const tab = useTab("users", "posts");
  return (
    <BoardSection>
      <Tabs label="Leaderboard" tabs={TABS} {...tab}>
        {tab.value === "users" ? <UsersBoard /> : <PostsBoard />}
      </Tabs>
    </BoardSection>
  );
}
