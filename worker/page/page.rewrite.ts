import { type InlineData, INLINE_DATA_ID } from "#schema/queries.ts";
import { CHALLENGE_META } from "#schema/api/auth.ts";
import type { TileImage } from "#schema/tiles.ts";
import { brand } from "#schema/brand.ts";
import { FEED_FORMATS, FEED_TYPES, feedPath, feedTitle } from "#schema/feeds.ts";
import { environmentFor } from "#schema/environment.ts";
import { escapeHtml, scriptSafe, type Preview } from "./page.rules.ts";

/** For the head: waits for no database, except for the list of removals. */
export interface PageHints {
  preview: Preview;
  /** The creator whose feeds the page announces to readers. */
  feedsOf: string | null;
  images: TileImage[];
  /** Of the media of the first tiles. */
  origins: string[];
}

/** Known once the first data is there or its time is up. */
export interface PageBody {
  data: InlineData;
  /** Markup, shown until the scripts have run. */
  firstView: string;
}

export interface PageHead {
  title: string;
  url: URL;
  /** The app then starts after the first view is painted (web/app/first.js). */
  hasFirstView: boolean;
  /** The first paint waits for web/app/first.js, which applies what this device has saved. */
  hasOwnLooks: boolean;
  /** Scripts and styles of this route, so that they load beside the entry and not after it. */
  chunks: { scripts: string[]; styles: string[] };
  /** Turnstile's site key; null where forms have no challenge. */
  challengeKey: string | null;
}

const DEFAULT_PICTURE = "/og.png";

function previewTags({ url }: PageHead, { preview }: PageHints): string {
  const image = new URL(preview.imageUrl ?? DEFAULT_PICTURE, url).href;
  const tags: [string, string][] = [
    ["og:type", "website"],
    ["og:site_name", brand.name],
    ["og:title", preview.title],
    ["og:description", preview.description],
    ["og:url", url.href],
    ["og:image", image],
  ];
  const openGraph = tags.map(
    ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`,
  );
  const description = `<meta name="description" content="${escapeHtml(preview.description)}">`;
  return [
    description,
    ...openGraph,
    '<meta name="twitter:card" content="summary_large_image">',
  ].join("");
}

const feedTags = ({ feedsOf }: PageHints): string =>
  feedsOf === null
    ? ""
    : FEED_FORMATS.map(
        (format) =>
          `<link rel="alternate" type="${FEED_TYPES[format]}" title="${escapeHtml(feedTitle(feedsOf))}" href="${feedPath(feedsOf, format)}">`,
      ).join("");

const LATER = "later";
const PRELOAD = 'rel="modulepreload"';
const HELD_BACK = `rel="${LATER}"`;

/** A phone shows one picture at first: preloads for the rest of a wide screen's row would delay it. */
const WIDE_ONLY = ' media="(min-width: 640px)"';

const addressOf = ({ src, srcSet, sizes = "" }: TileImage): string =>
  srcSet === undefined
    ? `href="${escapeHtml(src)}"`
    : `imagesrcset="${escapeHtml(srcSet)}" imagesizes="${escapeHtml(sizes)}"`;

const imageTags = (images: TileImage[]): string =>
  images
    .map((image, index) => {
      const when = index === 0 ? ' fetchpriority="high"' : WIDE_ONLY;
      return `<link rel="preload" as="image"${when} ${addressOf(image)}>`;
    })
    .join("");

const originTags = (origins: readonly string[]): string =>
  origins.map((origin) => `<link rel="preconnect" href="${escapeHtml(origin)}">`).join("");

/** The route's own chunk is small and loads beside the first picture; shared chunks wait for the picture. */
const chunkTags = ({ chunks, hasFirstView }: PageHead): string =>
  [
    ...chunks.scripts.map((href, index) => {
      const how = !hasFirstView
        ? PRELOAD
        : index === 0
          ? `${PRELOAD} fetchpriority="low"`
          : HELD_BACK;
      return `<link ${how} href="${escapeHtml(href)}">`;
    }),
    ...chunks.styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
  ].join("");

/** Every page asks the API on its own host; with credentials, since a connection without them is another one. */
function preconnectTag({ url }: PageHead): string {
  const { apiBase } = environmentFor(url.hostname);
  return apiBase === ""
    ? ""
    : `<link rel="preconnect" href="${escapeHtml(apiBase)}" crossorigin="use-credentials">`;
}

/** The web reads it for the forms that need a challenge. */
const challengeTag = ({ challengeKey }: PageHead): string =>
  challengeKey === null
    ? ""
    : `<meta name="${CHALLENGE_META}" content="${escapeHtml(challengeKey)}">`;

const dataTag = (data: InlineData): string =>
  `<script type="application/json" id="${INLINE_DATA_ID}">${scriptSafe(JSON.stringify(data))}</script>`;

/** A browser does not fetch a script or link of a type it does not know; web/app/first.js starts it. */
const heldBack = (attribute: "type" | "rel", { hasFirstView }: PageHead) => ({
  element: (one: Element) => {
    if (hasFirstView) one.setAttribute(attribute, LATER);
  },
});

const deferUnlessOwnLooks = ({ hasOwnLooks }: PageHead) => ({
  element: (script: Element) => {
    if (!hasOwnLooks) script.setAttribute("defer", "");
  },
});

/**
 * Streams: all that the shell's head has is sent at once, then the preview and the preloads, which wait for no
 * database, then the body when its data is there.
 */
export function fillShell(
  shell: Response,
  head: PageHead,
  { hints, body }: { hints: Promise<PageHints>; body: Promise<PageBody> },
): Response {
  return (
    new HTMLRewriter()
      .on("title", {
        element: (title) => {
          title.setInnerContent(head.title);
          title.after(preconnectTag(head) + chunkTags(head) + challengeTag(head), { html: true });
        },
      })
      .on("script:not([type])", deferUnlessOwnLooks(head))
      .on('script[type="module"]', heldBack("type", head))
      .on('link[rel="modulepreload"]', heldBack("rel", head))
      .on('meta[name="description"]', { element: (description) => void description.remove() })
      .on("head", {
        element: (element) => {
          element.onEndTag(async (end) => {
            const known = await hints;
            const tags = originTags(known.origins) + imageTags(known.images);
            end.before(tags + previewTags(head, known) + feedTags(known), { html: true });
          });
        },
      })
      // What precedes an element with a handler is sent when the rewriter reaches it: here, the end of the head.
      .on("body", { element: () => undefined })
      .on("#root", {
        element: async (root) => {
          const ready = await body;
          root.setInnerContent(ready.firstView, { html: true });
          root.after(dataTag(ready.data), { html: true });
        },
      })
      .transform(shell)
  );
}
