import { INLINE_DATA_ID, type InlineData } from "#schema/queries.ts";
import { brand } from "#schema/brand.ts";
import { escapeHtml, scriptJson, type Preview } from "./page.rules.ts";

export interface PreloadImage {
  srcset: string;
  sizes: string;
}

/** What is known once the first data is there, or once waiting for it has ended. */
export interface PageContent {
  preview: Preview;
  data: InlineData;
  images: PreloadImage[];
}

export interface PageHead {
  title: string;
  url: URL;
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

const imageTags = (images: PreloadImage[]): string =>
  images
    .map(
      ({ srcset, sizes }) =>
        `<link rel="preload" as="image" fetchpriority="high" imagesrcset="${escapeHtml(srcset)}" imagesizes="${escapeHtml(sizes)}">`,
    )
    .join("");

const chunkTags = ({ chunks }: PageHead): string =>
  [
    ...chunks.scripts.map((href) => `<link rel="modulepreload" href="${escapeHtml(href)}">`),
    ...chunks.styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
  ].join("");

const dataTag = (data: InlineData): string =>
  `<script type="application/json" id="${INLINE_DATA_ID}">${scriptJson(data)}</script>`;

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
    .on('meta[name="description"]', {
      element: async (description) => {
        const ready = await content;
        description.setAttribute("content", ready.preview.description);
        description.after(imageTags(ready.images) + previewTags(head, ready), { html: true });
      },
    })
    .on("#root", {
      element: async (root) => {
        root.after(dataTag((await content).data), { html: true });
      },
    })
    .transform(shell);
}
