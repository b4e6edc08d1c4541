import { type ReactNode, useState } from "react";
import type { AccountUser } from "#schema/api/auth.ts";
import { cx } from "#view/cx.ts";
import { Icon, type IconName } from "#view/icon.tsx";
import { forgetSeenOnDevice } from "#web/lib/seen-on-device.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { useOpening } from "#web/features/toasts/use-opening.ts";
import { useExportAccount } from "./account.mutations.ts";

function Row({
  icon,
  label,
  hint,
  isDanger = false,
  isBusy = false,
  onClick,
}: {
  icon: IconName;
  label: string;
  hint: string;
  isDanger?: boolean;
  isBusy?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      // A disabled button would lose the focus.
      aria-disabled={isBusy}
      onClick={() => isBusy || onClick()}
      className="flex min-h-14 w-full items-center gap-3 rounded-input px-3 py-2 text-left transition-colors hover:bg-raised aria-disabled:opacity-60"
    >
      <Icon name={icon} className={cx("shrink-0", isDanger ? "text-garnet" : "text-quiet")} />
      <span>
        <span className={cx("block text-sm font-medium", isDanger && "text-garnet")}>{label}</span>
        <span className="block text-xs text-quiet">{hint}</span>
      </span>
    </button>
  );
}

export function AccountSettings({ user }: { user: AccountUser }) {
  const [dialog, setDialog] = useState<ReactNode>(null);
  const [note, openWith] = useOpening("The form could not be opened");
  const { mutate: exportAccount, isPending: isExporting } = useExportAccount();
  const dialogProps = { username: user.username, onClose: () => setDialog(null) };
  const changePassword = () =>
    openWith(import("./password-dialog.tsx"), ({ PasswordDialog }) =>
      setDialog(<PasswordDialog {...dialogProps} />),
    );
  const deleteAccount = () =>
    openWith(import("./delete-dialog.tsx"), ({ DeleteDialog }) =>
      setDialog(<DeleteDialog {...dialogProps} />),
    );

  return (
    <>
      <div className="-mx-3 flex flex-col">
        <Row
          icon="lock"
          label="Change password"
          hint="Your other devices are logged out"
          onClick={changePassword}
        />
        <Row
          icon="download"
          label={isExporting ? "Preparing..." : "Export my data"}
          hint="Account, sessions, feedback, preferences and hearts as JSON"
          isBusy={isExporting}
          onClick={() => exportAccount()}
        />
        <Row
          icon="eyeOff"
          label="Forget what was seen here"
          hint="Seen posts and visits, kept on this device only"
          onClick={() => {
            forgetSeenOnDevice();
            showToast({ title: "Forgotten on this device", tone: "success" });
          }}
        />
        <Row
          icon="trash"
          label="Delete account"
          hint="With your hearts and preferences; backups follow within 30 days"
          isDanger
          onClick={deleteAccount}
        />
      </div>
      {note}
      {dialog}
    </>
  );
}
