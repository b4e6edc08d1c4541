interface Inlined {
  queries: [unknown[], unknown][];
}

/** The page's inline data, by key as JSON. */
export function inlined(text: string): Map<string, unknown> {
  const json = /<script type="application\/json" id="unearth-data">(.*?)<\/script>/s.exec(
    text,
  )?.[1];
  const { queries } = JSON.parse(json ?? "") as Inlined;
  return new Map(queries.map(([key, data]) => [JSON.stringify(key), data]));
}
