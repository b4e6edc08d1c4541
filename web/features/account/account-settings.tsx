import { lazy, Suspense, useState } from "react";
import type { AccountUser } from "#schema/api/auth.ts";
import { tellFailure } from "#web/features/toasts/tell-failure.ts";
import { cx } from "#web/lib/cx.ts";
import { Icon, type IconName } from "#web/ui/icons.tsx";
import { downloadExport } from "./account.actions.ts";
import { accountMessages } from "./account.messages.ts";

const PasswordDialog = lazy(async () => ({
  default: (await import("./password-dialog.tsx")).PasswordDialog,
}));
const DeleteDialog = lazy(async () => ({
  default: (await import("./delete-dialog.tsx")).DeleteDialog,
}));

function Row({
  icon,
  label,
  hint,
  isDanger = false,
  disabled = false,
  onClick,
}: {
  icon: IconName;
  label: string;
  hint: string;
  isDanger?: boolean;
  disabled?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onClick}
      className="flex min-h-14 w-full items-center gap-3 rounded-input px-3 py-2 text-left transition-colors hover:bg-raised disabled:opacity-60"
    >
      <Icon name={icon} className={cx("shrink-0", isDanger ? "text-garnet" : "text-quiet")} />
      <span>
        <span className={cx("block text-sm font-medium", isDanger && "text-garnet")}>{label}</span>
        <span className="block text-xs text-quiet">{hint}</span>
      </span>
    </button>
  );
}

/** What a person can do with the account itself. */
export function AccountSettings({
  user,
  onBeforeLeave,
}: {
  user: AccountUser;
  /** The account is about to end: where to go then. */
  onBeforeLeave: () => void;
}) {
  const [open, setOpen] = useState<"password" | "delete" | null>(null);
  const [isExporting, setExporting] = useState(false);
  const close = () => setOpen(null);

  async function exportData() {
    setExporting(true);
    try {
      await downloadExport();
    } catch (error) {
      tellFailure(error, accountMessages.exportFailed);
    } finally {
      setExporting(false);
    }
  }

  return (
    <>
      <div className="-mx-3 flex flex-col">
        <Row
          icon="lock"
          label="Change password"
          hint="Your other devices are logged out"
          onClick={() => setOpen("password")}
        />
        <Row
          icon="download"
          label={isExporting ? "Preparing..." : "Export my data"}
          hint="Account, preferences and hearts as JSON"
          disabled={isExporting}
          onClick={() => void exportData()}
        />
        <Row
          icon="trash"
          label="Delete account"
          hint="Everything kept about you goes with it"
          isDanger
          onClick={() => setOpen("delete")}
        />
      </div>
      <Suspense fallback={null}>
        {open === "password" && <PasswordDialog username={user.username} onClose={close} />}
        {open === "delete" && (
          <DeleteDialog username={user.username} onBeforeLeave={onBeforeLeave} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
