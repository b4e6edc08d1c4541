interface Inlined {
  queries: [unknown[], unknown][];
}

/** The first data a page carries: key as JSON to answer. */
export function inlined(text: string): Map<string, unknown> {
  const json = /<script type="application\/json" id="unearth-data">(.*?)<\/script>/s.exec(
    text,
  )?.[1];
  const { queries } = JSON.parse(json ?? "") as Inlined;
  return new Map(queries.map(([key, data]) => [JSON.stringify(key), data]));
}
