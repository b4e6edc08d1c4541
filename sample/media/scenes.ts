import { readFileSync } from "node:fs";
import { join } from "node:path";
import { facets } from "./gem-facets.ts";
import { boxes, points } from "./crystals.ts";

const folder = join(import.meta.dirname, "scenes");
const read = (name: string) => readFileSync(join(folder, `${name}.glsl`), "utf8");

export function source(scene: string): string {
  return `#version 300 es\n${read("common")}\n${read(scene)}`;
}

/** Solids for the scenes that trace some, in addition to the parameters. */
export function arraysOf(scene: string, p: readonly number[]): Record<string, number[]> {
  const [seed = 0, variant = 0] = p;
  if (scene === "gem") {
    const planes = facets(variant);
    return { P: planes, N: [planes.length / 4] };
  }
  if (scene === "crystal") {
    const solids = points(seed);
    return { C: solids, N: [solids.length / 8] };
  }
  if (scene === "cubes") {
    const solids = boxes(seed);
    return { C: solids, N: [solids.length / 8] };
  }
  return {};
}
