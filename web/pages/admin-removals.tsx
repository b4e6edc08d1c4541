import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { PAGES } from "#schema/pages.ts";
import { AdminHead, headLinkClass } from "#web/features/admin/admin-head.tsx";
import { AdminLogin } from "#web/features/admin/admin-login.tsx";
import { useAdminDraft } from "#web/features/admin/use-admin-draft.ts";
import { useAdminSession } from "#web/features/admin/use-admin-session.ts";
import { draftIn } from "#web/features/removals/removal-draft.ts";
import { RemovalsPanel } from "#web/features/removals/removals-panel.tsx";
import type { FormDraft } from "#web/lib/form-draft.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { Link } from "#web/link.tsx";
import { paths } from "#web/paths.ts";

/** A page opened from a request leads back to the list of requests. */
function Panel({ draft }: { draft: FormDraft }) {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [isFromRequest] = useState(() => draftIn(state) !== null);

  function forgetState() {
    if (state !== null) void navigate(paths["admin-removals"](), { replace: true, state: null });
  }

  return (
    <div className="mx-auto w-full max-w-[1080px] px-4 py-8 sm:px-6">
      <AdminHead title="Removals">
        <Link
          to={isFromRequest ? paths.admin("feedback") : paths.admin()}
          className={headLinkClass}
        >
          {isFromRequest ? "Back to the request" : "Back to Admin"}
        </Link>
      </AdminHead>
      <RemovalsPanel draft={draft} onAdded={forgetState} />
    </div>
  );
}

export function AdminRemovalsPage() {
  usePageTitle(PAGES["admin-removals"].title);
  const session = useAdminSession();
  const { state } = useLocation();
  const draft = useAdminDraft(session, { ...draftIn(state) });

  return session.isSignedIn ? <Panel draft={draft} /> : <AdminLogin hasEnded={session.hasEnded} />;
}
