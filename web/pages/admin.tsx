import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { pageTitles } from "#schema/page-titles.ts";
import { onAuthLost } from "#web/api/auth-lost.ts";
import { AdminHead } from "#web/features/admin/admin-head.tsx";
import { AdminLogin } from "#web/features/admin/admin-login.tsx";
import { useAdminToken } from "#web/features/admin/admin-token.ts";
import { forgetAdmin } from "#web/features/admin/admin.actions.ts";
import { FeedbackList } from "#web/features/feedback/feedback-list.tsx";
import { NsfwSubreddits } from "#web/features/nsfw-subreddits/nsfw-subreddits.tsx";
import { usePageTitle } from "#web/lib/page-title.ts";
import { Tabs } from "#web/ui/tabs.tsx";

const TABS = [
  { value: "subreddits", label: "NSFW Subreddits" },
  { value: "feedback", label: "User Feedback" },
] as const;

function AdminPanel() {
  const [query, setQuery] = useSearchParams();
  const tab = query.get("tab") === "feedback" ? "feedback" : "subreddits";
  return (
    <div className="mx-auto w-full max-w-[1080px] px-4 py-8 sm:px-6">
      <AdminHead />
      <Tabs
        label="Administration"
        tabs={TABS}
        value={tab}
        onChange={(next) => setQuery(next === "feedback" ? { tab: next } : {}, { replace: true })}
      >
        {tab === "feedback" ? <FeedbackList /> : <NsfwSubreddits />}
      </Tabs>
    </div>
  );
}

export function AdminPage() {
  usePageTitle(pageTitles.admin());
  const client = useQueryClient();
  const token = useAdminToken();
  const [hasEnded, setEnded] = useState(false);

  useEffect(() => {
    return onAuthLost((what) => {
      if (what !== "admin") return;
      forgetAdmin(client);
      setEnded(true);
    });
  }, [client]);

  return token ? <AdminPanel /> : <AdminLogin hasEnded={hasEnded} />;
}
