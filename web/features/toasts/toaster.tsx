import { useDeferredValue, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useLocation } from "react-router";
import { cx } from "#view/cx.ts";
import { READ_AFTER_MS } from "#web/lib/announce.ts";
import { useStore } from "#web/lib/store.ts";
import { useTabShown } from "#web/lib/tab-shown.ts";
import { isKeyboardUsed, useFocusGivenBack } from "#web/lib/use-focus-given-back.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Icon, type IconName } from "#view/icon.tsx";
import { topDialog } from "#web/ui/top-dialog.ts";
import { dismissToast, restartToast, type Toast, toastStore } from "./toast-store.ts";

const TOAST_DURATION_MS = 5000;

const LOOKS: Record<NonNullable<Toast["tone"]>, { icon: IconName; tone: string }> = {
  default: { icon: "info", tone: "text-citrine" },
  success: { icon: "check", tone: "text-jade" },
  destructive: { icon: "warning", tone: "text-garnet" },
};

/**
 * A toast stays while the pointer or the focus is on it, and in a hidden tab; leaving it, or the return to the tab,
 * restarts its time. A card that moves into a dialog or out of it goes on with the time that is left.
 */
function useAutoDismiss(toast: Toast, paused: boolean): void {
  useEffect(() => {
    if (paused) return restartToast;
    const timer = setTimeout(dismissToast, toast.since + TOAST_DURATION_MS - Date.now());
    return () => clearTimeout(timer);
  }, [toast, paused]);
}

function ToastCard({ toast }: { toast: Toast }) {
  const { pathname } = useLocation();
  const [hasPointer, setHasPointer] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const [isByKeyboard] = useState(isKeyboardUsed);
  // Keyboard users reach its button only after every other Tab stop, so its time starts when the page is left.
  const isAwaited = isByKeyboard && toast.action !== undefined && toast.page === pathname;
  const isShown = useTabShown();
  useAutoDismiss(toast, hasPointer || hasFocus || isAwaited || !isShown);
  const card = useRef<HTMLDivElement>(null);
  useFocusGivenBack(card);
  const tone = toast.tone ?? "default";
  const { icon, tone: color } = LOOKS[tone];
  return (
    <div
      ref={card}
      // Only movement counts: a toast that appears under a resting pointer would never end.
      onPointerMove={() => setHasPointer(true)}
      onPointerDown={() => setHasPointer(true)}
      onPointerLeave={() => setHasPointer(false)}
      onFocus={() => setHasFocus(true)}
      onBlur={() => setHasFocus(false)}
      className={cx(
        "toast pointer-events-auto flex w-full max-w-sm animate-[rise_180ms_ease-out] items-start gap-3 rounded-card border bg-surface py-2 pr-1 pl-4 text-text floating",
        tone === "destructive" ? "border-garnet" : "border-line",
      )}
    >
      <Icon name={icon} className={cx("mt-3 shrink-0", color)} />
      <div className="min-w-0 flex-1 py-2.5">
        <p className="text-sm font-semibold">{toast.title}</p>
        {toast.description && <p className="mt-0.5 text-sm text-quiet">{toast.description}</p>}
        {toast.action && (
          <button
            type="button"
            onClick={toast.action.onPress}
            className="mt-1 -mb-2 min-h-11 rounded-sm text-sm font-semibold text-citrine"
          >
            {toast.action.label}
          </button>
        )}
      </div>
      <IconButton icon="close" label="Dismiss" size={18} onClick={dismissToast} />
    </div>
  );
}

/**
 * Mounted anew when a dialog opens or closes. The toast that moves with it is not announced a second time. A new one
 * comes after its live region: screen readers announce only text that is added to an existing one.
 */
function Notifications({ toast }: { toast: Toast | null }) {
  const [moved] = useState(() => toast && Date.now() - toast.since > READ_AFTER_MS && toast);
  const urgent = toast?.tone === "destructive";
  const card = toast && <ToastCard key={toast.id} toast={toast} />;
  const isNew = toast !== moved;
  const hasRegions = useDeferredValue(true, false);
  return (
    <section
      aria-label="Notifications"
      className="pointer-events-none fixed inset-x-4 top-4 z-50 flex justify-center sm:inset-x-auto sm:top-auto sm:right-6 sm:bottom-6 print:hidden"
    >
      <div aria-live="polite">{isNew && hasRegions && !urgent && card}</div>
      <div role="alert" aria-live="assertive">
        {isNew && hasRegions && urgent && card}
      </div>
      {!isNew && card}
    </section>
  );
}

/** Everything outside an open modal dialog is inert and below it, so the toast is drawn inside the dialog. */
export function Toaster() {
  const toast = useStore(toastStore);
  return createPortal(<Notifications toast={toast} />, useStore(topDialog) ?? document.body);
}
