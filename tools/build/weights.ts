import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { brand } from "#schema/brand.ts";
import { collectModules, ENTRY_MODULE, type Manifest, pageModule } from "#schema/chunks.ts";
import { type FirstViewPage, hasFirstView, PAGES, PAGE_NAMES } from "#schema/pages.ts";
import { root } from "#tools/files.ts";

/**
 * KB of gzip that a page may load before it is usable. A page over its limit probably loads code that its first view
 * does not need; raise a number only with a reason in the commit.
 */
export const ROUTE_LIMITS: Record<FirstViewPage, { scripts: number; styles: number }> = {
  home: { scripts: 104.4, styles: 11.1 },
  user: { scripts: 113.6, styles: 11.1 },
  leaderboard: { scripts: 106.6, styles: 11.1 },
};

/** KB that an owner's name, hosts and links may need beyond the placeholders of schema/brand.ts. */
export const OWN_BRAND_KB = brand.domain.endsWith(".example") ? 0 : 1;

/** KB of gzip of chunks that a click fetches, without modules shared with the pages. */
const LAZY_LIMITS: Record<string, number> = {
  "features/downloads/remux.ts": 90,
  "features/downloads/jobs.ts": 6,
  "features/downloads/write-zip.ts": 4,
};

/** Of the entry, one page and their static imports. */
export function filesOf(manifest: Manifest, page: string): { scripts: string[]; styles: string[] } {
  const key = pageModule(page);
  if (!manifest[key]) throw new Error(`The build knows no ${key}`);
  const chunks = [...collectModules(manifest, key, collectModules(manifest, ENTRY_MODULE))].flatMap(
    (name) => manifest[name] ?? [],
  );
  return {
    scripts: chunks.map(({ file }) => file),
    styles: [...new Set(chunks.flatMap(({ css }) => css ?? []))],
  };
}

export interface RouteWeight {
  page: FirstViewPage;
  route: string;
  /** KB of gzip. */
  scripts: number;
  styles: number;
}

const readManifest = (web: string) =>
  JSON.parse(readFileSync(resolve(root, web, "chunks.json"), "utf8")) as Manifest;

const gzippedKb = (web: string, file: string): number =>
  gzipSync(readFileSync(resolve(root, web, file))).length / 1000;

/** The build puts the stylesheet of every page into index.html. */
export const inlineStylesOf = (html: string): string =>
  [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css).join("");

export function weigh(web: string): RouteWeight[] {
  const manifest = readManifest(web);
  const sum = (files: string[]) => files.reduce((total, file) => total + gzippedKb(web, file), 0);
  const inline = inlineStylesOf(readFileSync(resolve(root, web, ENTRY_MODULE), "utf8"));
  const inlineSize = gzipSync(inline).length / 1000;
  return PAGE_NAMES.filter(hasFirstView).map((page) => {
    const { scripts, styles } = filesOf(manifest, page);
    return {
      page,
      route: PAGES[page].path,
      scripts: sum(scripts),
      styles: inlineSize + sum(styles),
    };
  });
}

interface LateCode {
  what: string;
  modules: string[];
  /** KB of gzip of their chunks and of all that these import, without the files of a user's page. */
  limit: number;
}

/** What a user's page fetches by itself after its first view. */
const LATE_CODE: LateCode[] = [
  {
    what: "the code that a visit fetches after the first view",
    modules: [
      "features/companion/source.tsx",
      "features/hearts/hearts.mutations.ts",
      "features/seen/seen-note.tsx",
    ],
    limit: 9,
  },
  // Only visitors with the companion fetch it.
  {
    what: "the companion's code",
    modules: ["features/companion/companion-listing.ts"],
    limit: 15,
  },
];

export interface LateWeight extends Omit<LateCode, "modules"> {
  size: number;
}

export function weighLate(web: string): LateWeight[] {
  const manifest = readManifest(web);
  const { scripts } = filesOf(manifest, "user");
  return LATE_CODE.map(({ what, modules, limit }) => {
    const needed = new Set<string>();
    for (const name of modules) {
      if (!manifest[name]) throw new Error(`The build knows no ${name}`);
      collectModules(manifest, name, needed);
    }
    const own = [...needed]
      .flatMap((name) => manifest[name]?.file ?? [])
      .filter((file) => !scripts.includes(file));
    return { what, limit, size: own.reduce((sum, file) => sum + gzippedKb(web, file), 0) };
  });
}

/** Each new page adds some 60 bytes to every first view, more than the limits leave. */
export const RAISE_ADVICE =
  "If the first view needs it, raise the limit there with the reason in the commit.";

/** To the byte: a page may be one byte over its limit. */
const overLimit = (what: string, size: number, limit: number): string =>
  `${what}: ${size.toFixed(3)} KB, over the ${limit} KB of tools/build/weights.ts`;

export const lateTooHeavy = (weights: LateWeight[]): string[] =>
  weights
    .filter(({ size, limit }) => size > limit)
    .map(({ what, size, limit }) => overLimit(what, size, limit));

export function tooHeavy(weights: RouteWeight[], allowance = OWN_BRAND_KB): string[] {
  return weights.flatMap(({ page, route, ...weight }) =>
    (["scripts", "styles"] as const).flatMap((kind) => {
      const limit = ROUTE_LIMITS[page][kind] + allowance;
      return weight[kind] > limit
        ? `${overLimit(`${kind} of ${route}`, weight[kind], limit)}. ${RAISE_ADVICE}`
        : [];
    }),
  );
}

/** Chunks over their limit, and missing ones: those became part of another chunk, which pages may load. */
export function lazyTooHeavy(
  manifest: Manifest,
  size: (file: string) => number,
  limits = LAZY_LIMITS,
): string[] {
  return Object.entries(limits).flatMap(([key, limit]) => {
    const chunk = manifest[key];
    if (!chunk) return `${key} is no chunk of its own`;
    const weight = size(chunk.file);
    return weight > limit ? overLimit(key, weight, limit) : [];
  });
}

export const lazyChunkProblems = (web: string): string[] =>
  lazyTooHeavy(readManifest(web), (file) => gzippedKb(web, file));
