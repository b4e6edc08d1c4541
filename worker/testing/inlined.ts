import type { InlineData } from "#schema/queries.ts";

/** The page's inline data, by key as JSON. */
export function inlined(text: string): Map<string, unknown> {
  const json = /<script type="application\/json" id="unearth-data">(.*?)<\/script>/s.exec(
    text,
  )?.[1];
  const { queries } = JSON.parse(json ?? "") as InlineData;
  return new Map(queries.map(([key, data]) => [JSON.stringify(key), data]));
}
