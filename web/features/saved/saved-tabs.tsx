import { useSearchParams } from "react-router";
import { Tabs } from "#web/ui/tabs.tsx";
import { SavedPosts } from "./saved-posts.tsx";
import { SavedUsers } from "./saved-users.tsx";

const TABS = [
  { value: "users", label: "Saved Users" },
  { value: "posts", label: "Saved Posts" },
] as const;

/** The open tab is in the address, so that Back and a reload keep it. */
export function SavedTabs() {
  const [query, setQuery] = useSearchParams();
  const value = query.get("tab") === "posts" ? "posts" : "users";
  return (
    <Tabs
      label="Saved"
      tabs={TABS}
      value={value}
      onChange={(tab) => setQuery(tab === "posts" ? { tab } : {}, { replace: true })}
    >
      {value === "users" ? <SavedUsers /> : <SavedPosts />}
    </Tabs>
  );
}
