import { useEffect, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { cx } from "#web/lib/cx.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Icon, type IconName } from "#web/ui/icons.tsx";
import { onDialogChange, topDialog } from "#web/ui/top-dialog.ts";
import {
  currentToast,
  dismissToast,
  onToastChange,
  type Toast,
  type ToastTone,
} from "./toast-store.ts";

const DURATION = 5000;

const LOOKS: Record<ToastTone, { icon: IconName; tone: string }> = {
  default: { icon: "info", tone: "text-citrine" },
  success: { icon: "check", tone: "text-jade" },
  destructive: { icon: "warning", tone: "text-garnet" },
};

/** Counts down 5 seconds and stands still while somebody is on the toast. */
function useCountdown(paused: boolean): void {
  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(dismissToast, DURATION);
    return () => clearTimeout(timer);
  }, [paused]);
}

function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  useCountdown(held);
  const tone = toast.tone ?? "default";
  const { icon, tone: color } = LOOKS[tone];
  return (
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={cx(
        "pointer-events-auto flex w-full max-w-sm animate-[rise_180ms_ease-out] items-start gap-3 rounded-card border bg-surface py-2 pr-1 pl-4 text-text shadow-[var(--float)]",
        tone === "destructive" ? "border-garnet" : "border-line",
      )}
    >
      <Icon name={icon} className={cx("mt-3 shrink-0", color)} />
      <div className="min-w-0 flex-1 py-2.5">
        <p className="text-sm font-semibold">{toast.title}</p>
        {toast.description && <p className="mt-0.5 text-sm text-quiet">{toast.description}</p>}
      </div>
      <IconButton icon="close" label="Dismiss" size={18} onClick={dismissToast} />
    </div>
  );
}

/**
 * Everything outside an open modal dialog is inert and lies under it, so while one is open the
 * toast is drawn inside it, and moves out when it closes.
 */
export function Toaster() {
  const toast = useSyncExternalStore(onToastChange, currentToast, () => null);
  const dialog = useSyncExternalStore(onDialogChange, topDialog, () => null);
  const urgent = toast?.tone === "destructive";
  const place =
    "pointer-events-none fixed inset-x-4 top-[max(1rem,env(safe-area-inset-top))] z-50 flex justify-center sm:inset-x-auto sm:top-auto sm:right-6 sm:bottom-6";
  return createPortal(
    <section aria-label="Notifications" className={place}>
      <div aria-live="polite">{toast && !urgent && <ToastCard key={toast.id} toast={toast} />}</div>
      <div role="alert" aria-live="assertive">
        {toast && urgent && <ToastCard key={toast.id} toast={toast} />}
      </div>
    </section>,
    dialog ?? document.body,
  );
}
