import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "./files.ts";

/**
 * What may be loaded before a page can be used, in KB of gzip. Grown past it, something came along that
 * a first view does not need; raise a number only with the reason in the commit.
 */
export const ROUTE_LIMITS = { scripts: 118, styles: 12 };
export const ROUTES = { home: "/", user: "/user/{name}", leaderboard: "/leaderboard" } as const;
type Route = keyof typeof ROUTES;

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

export type Manifest = Record<string, Chunk>;

const ENTRY = "index.html";

function reach(manifest: Manifest, key: string, seen: Set<string>): Set<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key]?.imports ?? []) reach(manifest, next, seen);
  return seen;
}

/** The entry and one page, with everything the two import before they run. */
export function filesOf(manifest: Manifest, page: string): { scripts: string[]; styles: string[] } {
  const key = `pages/${page}.tsx`;
  if (!manifest[key]) throw new Error(`The build knows no ${key}`);
  const chunks = [...reach(manifest, key, reach(manifest, ENTRY, new Set()))].flatMap(
    (name) => manifest[name] ?? [],
  );
  return {
    scripts: chunks.map(({ file }) => file),
    styles: [...new Set(chunks.flatMap(({ css }) => css ?? []))],
  };
}

export interface RouteWeight {
  route: string;
  /** KB of gzip. */
  scripts: number;
  styles: number;
  /** The heaviest first. */
  parts: { file: string; size: number }[];
}

export function weigh(web: string): RouteWeight[] {
  const at = (file: string) => join(root, web, file);
  const manifest = JSON.parse(readFileSync(at("chunks.json"), "utf8")) as Manifest;
  const size = (file: string) => gzipSync(readFileSync(at(file))).length / 1000;
  const sum = (files: string[]) => files.reduce((total, file) => total + size(file), 0);
  return (Object.keys(ROUTES) as Route[]).map((page) => {
    const { scripts, styles } = filesOf(manifest, page);
    const parts = scripts.map((file) => ({ file, size: size(file) }));
    return {
      route: ROUTES[page],
      scripts: sum(scripts),
      styles: sum(styles),
      parts: parts.toSorted((a, b) => b.size - a.size),
    };
  });
}

export function tooHeavy(weights: RouteWeight[]): string[] {
  return weights.flatMap(({ route, ...weight }) =>
    (["scripts", "styles"] as const).flatMap((kind) =>
      weight[kind] > ROUTE_LIMITS[kind]
        ? `${route} needs ${weight[kind].toFixed(1)} KB of ${kind}, over ${ROUTE_LIMITS[kind]} KB`
        : [],
    ),
  );
}
