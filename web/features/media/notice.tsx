import type { ReactNode } from "react";
import { cx } from "#view/cx.ts";
import { Icon, type IconName } from "#view/icon.tsx";
import { OUTER_LINK } from "#web/lib/outer-link.ts";
import { useMediaState } from "./media-state.ts";

/** Replaces media that cannot be shown. It scrolls where the stage is lower than its text and buttons. */
export function Notice({
  title,
  icon = "warning",
  poster,
  alert = false,
  action,
  children,
}: {
  title: string;
  icon?: IconName;
  poster?: string | null;
  alert?: boolean;
  action?: ReactNode;
  children?: ReactNode;
}) {
  useMediaState(alert ? "lost" : null);
  return (
    <div role={alert ? "alert" : undefined} className="notice">
      {poster && (
        <img
          src={poster}
          alt=""
          referrerPolicy="no-referrer"
          className="absolute inset-0 size-full object-cover opacity-30 [filter:blur(8px)]"
        />
      )}
      <div data-scroller className="notice-scroller">
        <div className="flex max-w-sm flex-col items-center">
          <Icon name={icon} size={32} className="mb-3 opacity-80" />
          <p className="text-lg font-semibold">{title}</p>
          {children && <div className="mt-1.5 text-sm text-white/80">{children}</div>}
          {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
        </div>
      </div>
    </div>
  );
}

/** Returns what to call before the element is removed: if the focus is in it, the viewer's box gets it. */
export function passFocusToViewer(element: HTMLElement | null): () => void {
  return () => {
    if (element?.contains(document.activeElement))
      element.closest<HTMLElement>("[data-autofocus]")?.focus({ preventScroll: true });
  };
}

/** A notice over media that go on loading, and that remove it when they arrive. */
export function LateNotice({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div role="alert" ref={passFocusToViewer} className={cx("absolute inset-0", className)}>
      {children}
    </div>
  );
}

const stageButton =
  "inline-flex min-h-11 items-center gap-2 rounded-input bg-white/15 px-4 text-sm font-semibold text-white transition-colors hover:bg-white/25";

/** The press removes this button with its notice, so the focus moves to the viewer's box, as on opening. */
export function StageButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={({ currentTarget }) => {
        currentTarget.closest<HTMLElement>("[data-autofocus]")?.focus();
        onClick();
      }}
      className={stageButton}
    >
      {children}
    </button>
  );
}

export function StageLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} {...OUTER_LINK} className={stageButton}>
      {children}
      <Icon name="external" size={16} />
    </a>
  );
}
