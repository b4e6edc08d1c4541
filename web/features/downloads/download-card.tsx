import "#web/ui/progress.css";
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { createRoot } from "react-dom/client";
import { onAuthLost } from "#web/api/auth-lost.ts";
import { READ_AFTER_MS } from "#web/lib/announce.ts";
import { plural } from "#web/lib/format-count.ts";
import { useStore } from "#web/lib/store.ts";
import { useFocusGivenBack } from "#web/lib/use-focus-given-back.ts";
import { OUTER_LINK } from "#web/lib/outer-link.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { PanelDialog } from "#web/ui/panel-dialog.tsx";
import { topDialog } from "#web/ui/top-dialog.ts";
import { cx } from "#view/cx.ts";
import { Icon } from "#view/icon.tsx";
import { MEGABYTE } from "./download-failure.ts";
import { type Job, jobStore, setJob } from "./job-store.ts";

const dismiss = () => setJob(null);

type JobIn<State extends Job["state"]> = Extract<Job, { state: State }>;

function Question({ job }: { job: JobIn<"asking"> }) {
  const { count, limit, start } = job;
  // Back leaves the page whose posts it names, and so does a toast's "Log in".
  useEffect(() => {
    addEventListener("popstate", dismiss);
    return () => removeEventListener("popstate", dismiss);
  }, []);
  useEffect(() => onAuthLost(dismiss), []);
  return (
    <PanelDialog onClose={dismiss} title={`Download ${plural(count, "post")}`}>
      <p className="text-sm text-quiet">
        One ZIP of everything that is loaded and shown, at full size and with sound, up to{" "}
        {Math.round(limit / MEGABYTE).toLocaleString("en")} MB. What does not fit, or what its host
        does not let be read, is listed in it with a link.
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button tone="secondary" onClick={dismiss}>
          Cancel
        </Button>
        <Button data-autofocus onClick={start}>
          Download
        </Button>
      </div>
    </PanelDialog>
  );
}

const percent = (fraction: number | null) =>
  fraction === null ? "" : `${Math.floor(fraction * 100)} %`;

function Running({ job }: { job: JobIn<"running"> }) {
  const id = useId();
  return (
    <>
      <div className="min-w-0 flex-1 py-2">
        <p id={id} className="truncate text-sm font-semibold">
          {job.name}
        </p>
        <progress
          aria-labelledby={id}
          value={job.fraction ?? undefined}
          className="progress mt-1.5"
        />
        <p className="mt-1 flex justify-between gap-3 text-xs text-quiet tabular-nums">
          <span>{job.note || "Downloading"}</span>
          <span className="whitespace-nowrap">{percent(job.fraction)}</span>
        </p>
      </div>
      <Button tone="ghost" onClick={job.cancel}>
        Cancel
      </Button>
    </>
  );
}

/** Failures that were read out. */
const readOut = new WeakSet<Job>();

/** Mounted anew when a dialog opens or closes, without a second announcement. */
function Failed({ job }: { job: JobIn<"failed"> }) {
  const [isReadOut] = useState(() => readOut.has(job));
  useEffect(() => {
    const timer = setTimeout(() => readOut.add(job), READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [job]);
  return (
    <>
      <Icon name="warning" className="mt-3 shrink-0 self-start text-garnet" />
      <div role={isReadOut ? undefined : "alert"} className="min-w-0 flex-1 py-2.5">
        <p className="truncate text-sm font-semibold">{job.name}</p>
        <p className="mt-0.5 text-sm text-quiet">{job.sentence}</p>
        {job.href !== null && (
          <a href={job.href} {...OUTER_LINK} className={cx(buttonClass("secondary"), "mt-2")}>
            <Icon name="external" size={18} />
            Open it instead
          </a>
        )}
      </div>
      <IconButton icon="close" label="Dismiss" size={18} onClick={dismiss} className="self-start" />
    </>
  );
}

/** Below the card. */
const MARGIN_PX = 16;

/** The room that the card takes at the lower edge of the window, for what else has its place there. */
function useReservedRoom(card: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = card.current;
    if (!element) return;
    const { style } = document.documentElement;
    const reserve = () => style.setProperty("--download", `${element.offsetHeight + MARGIN_PX}px`);
    reserve();
    const observer = new ResizeObserver(reserve);
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty("--download");
    };
  }, [card]);
}

function JobCard({ job }: { job: JobIn<"running" | "failed"> }) {
  const card = useRef<HTMLElement>(null);
  useFocusGivenBack(card);
  useReservedRoom(card);
  return (
    <section
      ref={card}
      aria-label="Download"
      className="fixed inset-x-4 bottom-4 z-50 mx-auto flex max-w-sm animate-[rise_180ms_ease-out] items-center gap-3 rounded-card border border-line bg-surface py-1 pr-1 pl-4 text-text floating sm:right-auto sm:left-6 print:hidden"
    >
      {job.state === "running" ? <Running job={job} /> : <Failed job={job} />}
    </section>
  );
}

/** Drawn inside an open dialog, like a toast: everything outside a modal dialog is inert. */
function DownloadCard() {
  const job = useStore(jobStore);
  const dialog = useStore(topDialog);
  if (!job) return null;
  if (job.state === "asking") return <Question job={job} />;
  // By state, because a failure removes a focused Cancel.
  return createPortal(<JobCard key={job.state} job={job} />, dialog ?? document.body);
}

/** A root of its own: a download outlives the page that started it, and no first route loads this code. */
export function mountDownloadCard(): void {
  createRoot(document.body.appendChild(document.createElement("div"))).render(<DownloadCard />);
}
