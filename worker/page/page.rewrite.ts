import { type InlineData, INLINE_DATA_ID } from "#schema/queries.ts";
import { CHALLENGE_META } from "#schema/api/auth.ts";
import { brand } from "#schema/brand.ts";
import { FEED_FORMATS, FEED_TYPES, feedPath, feedTitle } from "#schema/feeds.ts";
import { environmentFor } from "#schema/environment.ts";
import type { RouteChunks } from "./page.chunks.ts";
import { escapeHtml, scriptSafe, type Preview } from "./page.rules.ts";

/** Content of the head, which waits for no database, except for the list of removals. */
export interface PageHints {
  preview: Preview;
  /** The page's address names the removed creator or post, so the preview leaves it out. */
  isRemoved: boolean;
  /** The page's title while the linked post is open; null if that post is not known. */
  postTitle: string | null;
  /** The creator whose feeds the page links. */
  feedsOf: string | null;
  /** The addresses of the pictures to preload. */
  images: string[];
  /** Of the first tiles' media. */
  mediaOrigins: string[];
}

/** Content of the body, once the first data has arrived or is too late. */
export interface PageBody {
  data: InlineData;
  /** Markup that is visible until the app has started. */
  firstView: string;
}

export interface PageHead {
  title: string;
  /** If true, the title is sent with the preview, at the end of the head, because it can be the linked post's. */
  linksPost: boolean;
  url: URL;
  /** If true, web/app/first.js starts the app after the first view is painted. */
  hasFirstView: boolean;
  /** If true, the first paint waits for web/app/first.js, which applies this device's saved looks. */
  hasOwnLooks: boolean;
  /** The route's scripts and styles, to load them in parallel with the entry. */
  chunks: RouteChunks;
  /** Turnstile's site key; null where forms have no challenge. */
  challengeKey: string | null;
  /** If true, the preview is sent before the shell's inlined styles, which wait for it. */
  previewsFirst: boolean;
}

const DEFAULT_PICTURE = "/og.png";

function previewTags({ url }: PageHead, { preview, isRemoved }: PageHints): string {
  const image = new URL(preview.imageUrl ?? DEFAULT_PICTURE, url).href;
  const tags: [kind: "name" | "property", name: string, content: string | null][] = [
    ["name", "description", preview.description],
    ["property", "og:type", "website"],
    ["property", "og:site_name", brand.name],
    ["property", "og:title", preview.title],
    ["property", "og:description", preview.description],
    ["property", "og:url", isRemoved ? null : url.href],
    ["property", "og:image", image],
    ["name", "twitter:card", "summary_large_image"],
  ];
  return tags
    .map(([kind, name, content]) =>
      content === null ? "" : `<meta ${kind}="${name}" content="${escapeHtml(content)}">`,
    )
    .join("");
}

const lateTitleTag = ({ linksPost, title }: PageHead, { postTitle }: PageHints): string =>
  linksPost ? `<title>${escapeHtml(postTitle ?? title)}</title>` : "";

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

/** A phone first shows one picture, which further preloads would delay. */
const WIDE_ONLY = ' media="(min-width: 640px)"';

const imageTags = (images: readonly string[]): string =>
  images
    .map((url, index) => {
      const when = index === 0 ? ' fetchpriority="high"' : WIDE_ONLY;
      return `<link rel="preload" as="image"${when} href="${escapeHtml(url)}">`;
    })
    .join("");

const originTags = (origins: readonly string[]): string =>
  origins.map((origin) => `<link rel="preconnect" href="${escapeHtml(origin)}">`).join("");

/** The route's own chunk is small and loads in parallel with the first picture; shared chunks load after it. */
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

/** With credentials, because browsers use separate connections for requests without them. */
function preconnectTag({ url }: PageHead): string {
  const { apiBase } = environmentFor(url.hostname);
  return apiBase === ""
    ? ""
    : `<link rel="preconnect" href="${escapeHtml(apiBase)}" crossorigin="use-credentials">`;
}

/** The app's forms read it. */
const challengeTag = ({ challengeKey }: PageHead): string =>
  challengeKey === null
    ? ""
    : `<meta name="${CHALLENGE_META}" content="${escapeHtml(challengeKey)}">`;

/** The part of the head that waits for the hints. */
function hintTags(head: PageHead, hints: PageHints): string {
  const links = originTags(hints.mediaOrigins) + imageTags(hints.images);
  return links + lateTitleTag(head, hints) + previewTags(head, hints) + feedTags(hints);
}

const dataTag = (data: InlineData): string =>
  `<script type="application/json" id="${INLINE_DATA_ID}">${scriptSafe(JSON.stringify(data))}</script>`;

/** Browsers do not fetch scripts and links of unknown types; web/app/first.js restores the type. */
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

const html = { html: true };

/**
 * Streams: the shell's own head at once, then preloads and preview, which need no database, then the body. With
 * `previewsFirst` the preview comes right after the title.
 */
export function fillShell(
  shell: Response,
  head: PageHead,
  { hints, body }: { hints: Promise<PageHints>; body: Promise<PageBody> },
): Response {
  return (
    new HTMLRewriter()
      .on("title", {
        element: async (title) => {
          if (head.linksPost) title.remove();
          else title.setInnerContent(head.title);
          const known = preconnectTag(head) + chunkTags(head) + challengeTag(head);
          title.after(head.previewsFirst ? known + hintTags(head, await hints) : known, html);
        },
      })
      .on("script:not([type])", deferUnlessOwnLooks(head))
      .on('script[type="module"]', heldBack("type", head))
      .on('link[rel="modulepreload"]', heldBack("rel", head))
      .on('meta[name="description"]', { element: (description) => void description.remove() })
      .on("head", {
        element: (element) => {
          if (head.previewsFirst) return;
          element.onEndTag(async (end) => {
            end.before(hintTags(head, await hints), html);
          });
        },
      })
      // A no-op handler makes the rewriter send everything before <body> now.
      .on("body", { element: () => undefined })
      .on("#root", {
        element: async (root) => {
          const ready = await body;
          root.setInnerContent(ready.firstView, html);
          root.after(dataTag(ready.data), html);
        },
      })
      .transform(shell)
  );
}
