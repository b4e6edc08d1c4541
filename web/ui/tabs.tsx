import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { cx } from "#view/cx.ts";

export interface Tab<T extends string> {
  value: T;
  label: ReactNode;
}

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_at, last) => last,
};

/** The tab list is one Tab stop; arrow keys move between its tabs. */
export function Tabs<T extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: {
  label: string;
  tabs: readonly Tab<T>[];
  value: T;
  onChange: (value: T) => void;
  children: ReactNode;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function move(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = tabs[STEPS[event.key]?.(at, tabs.length - 1) ?? -1];
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    list.current?.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus();
  }

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab) => {
          const isOpen = tab.value === value;
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              data-value={tab.value}
              aria-selected={isOpen}
              aria-controls={`${id}-panel`}
              tabIndex={isOpen ? 0 : -1}
              onClick={() => onChange(tab.value)}
              onKeyDown={move}
              className={cx(
                "flex min-h-11 items-center gap-2 rounded-t-sm border-b-2 px-4 text-sm font-semibold whitespace-nowrap transition-colors -outline-offset-2",
                isOpen
                  ? "border-citrine text-citrine"
                  : "border-transparent text-quiet hover:text-text",
              )}
            >
              {tab.label}
            </button>
          );
        })}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        tabIndex={-1}
        className="pt-6 outline-none"
      >
        {children}
      </div>
    </>
  );
}
