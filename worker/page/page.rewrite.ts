import { INLINE_DATA_ID } from "#schema/queries.ts";
import { brand } from "#schema/brand.ts";
import { escapeHtml, scriptSafe, type Preview } from "./page.rules.ts";

export interface PreloadImage {
  srcset: string;
  sizes: string;
}

/** One entry of schema/queries.ts' InlineData; the answer is JSON text already. */
export interface InlineQuery {
  key: readonly unknown[];
  text: string;
}

/** What is known once the first data is there, or once waiting for it has ended. */
export interface PageContent {
  preview: Preview;
  queries: InlineQuery[];
  images: PreloadImage[];
  /** Markup of what can be seen before the scripts have run. */
  paint: string;
}

export interface PageHead {
  title: string;
  url: URL;
  /** Whose page it is: stands in the search field. */
  username: string;
  /** Its first screen stands in it: the app then starts after that is painted (web/public/first.js). */
  isDrawn: boolean;
  /** Scripts and styles of this route, so that they load beside the entry and not after it. */
  chunks: { scripts: string[]; styles: string[] };
}

const DEFAULT_PICTURE = "/og.png";

function previewTags({ url }: PageHead, { preview }: PageContent): string {
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
  return [...openGraph, '<meta name="twitter:card" content="summary_large_image">'].join("");
}

const LATER = "later";
const PRELOAD = 'rel="modulepreload"';
const HELD_BACK = `rel="${LATER}"`;

/** A phone shows one picture at first: the others of a wide screen's row would only hold it up. */
const WIDE_ONLY = ' media="(min-width: 640px)"';

const imageTags = (images: PreloadImage[]): string =>
  images
    .map(({ srcset, sizes }, index) => {
      const when = index === 0 ? ' fetchpriority="high"' : WIDE_ONLY;
      return `<link rel="preload" as="image"${when} imagesrcset="${escapeHtml(srcset)}" imagesizes="${escapeHtml(sizes)}">`;
    })
    .join("");

/** The route's own code is small and comes beside the first picture; what it shares waits for that. */
const chunkTags = ({ chunks, isDrawn }: PageHead): string =>
  [
    ...chunks.scripts.map((href, index) => {
      const how = !isDrawn ? PRELOAD : index === 0 ? `${PRELOAD} fetchpriority="low"` : HELD_BACK;
      return `<link ${how} href="${escapeHtml(href)}">`;
    }),
    ...chunks.styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
  ].join("");

function dataTag(queries: InlineQuery[]): string {
  const entries = queries.map(({ key, text }) => `[${JSON.stringify(key)},${text}]`);
  const json = scriptSafe(`{"queries":[${entries.join(",")}]}`);
  return `<script type="application/json" id="${INLINE_DATA_ID}">${json}</script>`;
}

/** Under a name that no browser knows it is not fetched. */
const heldBack = (attribute: "type" | "rel", { isDrawn }: PageHead) => ({
  element: (one: Element) => {
    if (isDrawn) one.setAttribute(attribute, LATER);
  },
});

/**
 * The shell with this page's head and first data. It streams: the title and the route's chunks leave
 * at once, the rest when the content is there.
 */
export function fillShell(
  shell: Response,
  head: PageHead,
  content: Promise<PageContent>,
): Response {
  return new HTMLRewriter()
    .on("title", {
      element: (title) => {
        title.setInnerContent(head.title);
        title.after(chunkTags(head), { html: true });
      },
    })
    .on('script[type="module"]', heldBack("type", head))
    .on('link[rel="modulepreload"]', heldBack("rel", head))
    .on('meta[name="description"]', {
      element: async (description) => {
        const ready = await content;
        description.setAttribute("content", ready.preview.description);
        description.after(imageTags(ready.images) + previewTags(head, ready), { html: true });
      },
    })
    .on('#root input[name="username"]', {
      element: (field) => {
        field.setAttribute("value", head.username);
      },
    })
    .on("#root", {
      element: async (root) => {
        const ready = await content;
        root.append(ready.paint, { html: true });
        root.after(dataTag(ready.queries), { html: true });
      },
    })
    .transform(shell);
}
