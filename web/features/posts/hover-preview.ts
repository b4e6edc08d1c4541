import type { Post } from "#schema/api/posts.ts";
import { mediaAt, type VideoSource } from "#schema/media.ts";
import { savesData } from "#web/features/data-saver/data-saver.ts";
import { allowsMotion } from "#web/lib/motion.ts";

/** Without a delay, a pointer that passes over cards would load their clips. */
const HOVER_DELAY_MS = 200;

const PICTURE = ".card-picture, .card-placeholder";
const HAS_MOUSE = "(hover: hover) and (pointer: fine)";

function filesOf({ media }: Post): readonly VideoSource[] {
  const item = mediaAt(media);
  if (item?.kind === "video") return item.sources;
  return item?.kind === "redgifs" || item?.kind === "gone" ? item.fallback : [];
}

/** The smallest file of the post's clip; null for a post without one. */
export function previewOf(post: Post): string | null {
  return filesOf(post).at(-1)?.url ?? null;
}

function createPreview(url: string): HTMLVideoElement {
  const video = document.createElement("video");
  video.className =
    "card-picture card-preview absolute inset-0 size-full object-cover opacity-0 transition-opacity";
  video.muted = true;
  video.loop = true;
  video.playsInline = true;
  video.disablePictureInPicture = true;
  video.ariaHidden = "true";
  video.src = url;
  return video;
}

function remove(video: HTMLVideoElement): void {
  video.remove();
  video.removeAttribute("src");
  video.load();
}

/** Plays the post's clip over its card's picture, below the text, while the mouse is on the card. */
export function playPreview(link: Element, post: Post): void {
  const card = link.closest("article");
  const url = previewOf(post);
  if (!card || !url || !matchMedia(HAS_MOUSE).matches || !allowsMotion() || savesData()) return;
  if (card.querySelector(".card-preview")) return;
  const left = new AbortController();
  card.addEventListener("pointerleave", () => left.abort(), { once: true });
  setTimeout(() => {
    if (left.signal.aborted || !card.matches(":hover") || card.querySelector(".card-preview"))
      return;
    const video = createPreview(url);
    const end = () => remove(video);
    left.signal.addEventListener("abort", end, { once: true });
    video.addEventListener("error", end, { once: true });
    video.addEventListener("playing", () => video.classList.remove("opacity-0"), { once: true });
    [...card.children].findLast((child) => child.matches(PICTURE))?.after(video);
    void video.play().catch(end);
  }, HOVER_DELAY_MS);
}
