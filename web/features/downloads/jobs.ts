import type { Post } from "#schema/api/posts.ts";
import { MINUTE_MS } from "#schema/time.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { plural } from "#web/lib/format-count.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { zipLimit } from "./zip-limit.ts";
import { mountDownloadCard } from "./download-card.tsx";
import { downloadFailureSentence, NoFileError } from "./download-failure.ts";
import { fetchMedia, type FetchedFile } from "./fetch-media.ts";
import { zipName } from "./file-name.ts";
import { type DownloadItem, downloadItemsOf, linkOf } from "./download-items.ts";
import { importPart } from "./import-part.ts";
import { jobStore, setJob } from "./job-store.ts";
import { openScratchFile } from "./scratch-file.ts";

/** Time for the browser to copy a large file out of this site's storage. */
const DISCARD_FILE_AFTER_MS = 10 * MINUTE_MS;
/** Each change renders the card. A new note is shown at once. */
const SHOW_PROGRESS_EVERY_MS = 100;

interface SavedFile extends Omit<FetchedFile, "extension"> {
  name: string;
  /** Which files are missing. */
  description?: string;
}

interface Progress {
  signal: AbortSignal;
  show: (fraction: number | null, note?: string) => void;
}

const warnOfLoss = (event: BeforeUnloadEvent) => event.preventDefault();

function startProgress(name: string, controller: AbortController): Progress {
  let shownAt = -Infinity;
  let shownNote = "";
  const cancel = () => controller.abort();
  const show = (fraction: number | null, note = "") => {
    const now = performance.now();
    const isSoon = note === shownNote && now - shownAt < SHOW_PROGRESS_EVERY_MS;
    if (controller.signal.aborted || isSoon) return;
    shownAt = now;
    shownNote = note;
    setJob({ state: "running", name, note, fraction, cancel });
  };
  show(null);
  return { signal: controller.signal, show };
}

function deliver({ content, name, description, discard }: SavedFile): void {
  saveFile(content, name);
  setTimeout(() => void discard(), DISCARD_FILE_AFTER_MS);
  showToast({ title: `Saved ${name}`, description, tone: "success" });
}

const isRunning = () => jobStore.read()?.state === "running";

const setFailed = (name: string, href: string | null, error: unknown) =>
  setJob({ state: "failed", name, sentence: downloadFailureSentence(error), href });

/** For a file saved without a job. The card of a running download stays. */
export function showFailed(name: string, href: string, error: unknown): void {
  if (!isRunning()) return setFailed(name, href, error);
  const description = downloadFailureSentence(error);
  showToast({ title: `${name} could not be saved`, description, tone: "destructive" });
}

/** Refuses to start while another download runs. */
async function runJob(
  name: string,
  href: string | null,
  work: (progress: Progress) => Promise<SavedFile>,
): Promise<void> {
  if (isRunning()) {
    showToast({ title: "One download at a time", description: "Another one is still running." });
    return;
  }
  const controller = new AbortController();
  addEventListener("beforeunload", warnOfLoss);
  try {
    deliver(await work(startProgress(name, controller)));
    setJob(null);
  } catch (error) {
    if (controller.signal.aborted) setJob(null);
    else setFailed(name, href, error);
  } finally {
    removeEventListener("beforeunload", warnOfLoss);
  }
}

function saveItem(item: DownloadItem): Promise<void> {
  return runJob(item.stem, linkOf(item), async ({ signal, show }) => {
    const file = await fetchMedia(item.media, { signal, onProgress: show });
    return { ...file, name: `${item.stem}.${file.extension}` };
  });
}

async function buildZip(
  name: string,
  items: DownloadItem[],
  { signal, show }: Progress,
): Promise<SavedFile> {
  const { writeZip } = await importPart(import("./write-zip.ts"), signal);
  const limit = await zipLimit();
  const file = await openScratchFile();
  let index = 0;
  const note = () => `File ${index + 1} of ${items.length}`;
  const onItem = (next: number) => {
    index = next;
    show(index / items.length, note());
  };
  const onProgress = (part: number | null) => show((index + (part ?? 0)) / items.length, note());
  const onWait = (why: string) => show(index / items.length, why);
  try {
    const options = { signal, onProgress, onItem, onWait, limit };
    const { added, leftOut } = await writeZip(items, file.writable, options);
    if (added === 0) throw new NoFileError("None of the files could be saved.");
    const missing = `${plural(leftOut.length, "file")} could not be added; a list is in the ZIP.`;
    const description = leftOut.length > 0 ? missing : undefined;
    const content = await file.read();
    return { content, discard: file.discard, name, description };
  } catch (error) {
    await file.discard();
    throw error;
  }
}

/** The files of many posts or of a gallery, as one ZIP. */
export function saveZip(name: string, posts: readonly Post[]): Promise<void> {
  const items = posts.flatMap(downloadItemsOf);
  const href = posts.length === 1 ? (posts[0]?.redditUrl ?? null) : null;
  return runJob(name, href, (progress) => buildZip(name, items, progress));
}

/** One file; of a gallery the item in view. */
export async function savePost(post: Post, slide: number): Promise<void> {
  const items = downloadItemsOf(post);
  const item = items[post.media.kind === "gallery" ? slide : 0];
  if (item) await saveItem(item);
}

/** Shows what the ZIP will hold, and asks first. */
export async function askForZip(posts: readonly Post[], filter: string): Promise<void> {
  const name = zipName(posts, filter);
  const start = () => void saveZip(name, posts);
  if (isRunning()) return start();
  setJob({ state: "asking", count: posts.length, limit: await zipLimit(), start });
}

mountDownloadCard();
