import type { Feedback } from "#schema/api/feedback.ts";
import { PAGES } from "#schema/pages.ts";
import { AdminHead, headLinkClass } from "#web/features/admin/admin-head.tsx";
import { AdminLogin } from "#web/features/admin/admin-login.tsx";
import { useAdminDraft } from "#web/features/admin/use-admin-draft.ts";
import { useAdminSession } from "#web/features/admin/use-admin-session.ts";
import { FeedbackList } from "#web/features/feedback/feedback-list.tsx";
import { RemoveShortcut } from "#web/features/removals/remove-shortcut.tsx";
import { NsfwSubreddits } from "#web/features/nsfw-subreddits/nsfw-subreddits.tsx";
import type { FormDraft } from "#web/lib/form-draft.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { Link } from "#web/link.tsx";
import { paths } from "#web/paths.ts";
import { Tabs } from "#web/ui/tabs.tsx";
import { useTab } from "#web/use-tab.ts";

const TABS = [
  { value: "subreddits", label: "NSFW Subreddits" },
  { value: "feedback", label: "User Feedback" },
] as const;

const actionFor = (feedback: Feedback) =>
  feedback.type === "removal" && <RemoveShortcut feedback={feedback} />;

function AdminPanel({ subreddit }: { subreddit: FormDraft }) {
  const tab = useTab("subreddits", "feedback");
  return (
    <div className="mx-auto w-full max-w-[1080px] px-4 py-8 sm:px-6">
      <AdminHead title="Admin">
        <Link to={paths["admin-removals"]()} className={headLinkClass}>
          Removals
        </Link>
        <Link to={paths.home()} className={headLinkClass}>
          Back to Home
        </Link>
      </AdminHead>
      <Tabs label="Administration" tabs={TABS} {...tab}>
        {tab.value === "feedback" ? (
          <FeedbackList actionFor={actionFor} />
        ) : (
          <NsfwSubreddits draft={subreddit} />
        )}
      </Tabs>
    </div>
  );
}

export function AdminPage() {
  usePageTitle(PAGES.admin.title);
  const session = useAdminSession();
  const subreddit = useAdminDraft(session);

  return session.isSignedIn ? (
    <AdminPanel subreddit={subreddit} />
  ) : (
    <AdminLogin hasEnded={session.hasEnded} />
  );
}
