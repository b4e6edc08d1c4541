import { useTab } from "#web/use-tab.ts";
import { Tabs } from "#web/ui/tabs.tsx";
import { SavedPosts } from "./saved-posts.tsx";
import { SavedUsers } from "./saved-users.tsx";

const TABS = [
  { value: "users", label: "Saved Users" },
  { value: "posts", label: "Saved Posts" },
] as const;

export function SavedTabs() {
  const tab = useTab("users", "posts");
  return (
    <Tabs label="Saved" tabs={TABS} {...tab}>
      {tab.value === "users" ? <SavedUsers /> : <SavedPosts />}
    </Tabs>
  );
}
