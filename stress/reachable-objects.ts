import { openInspector } from "#tools/inspector.ts";

/** The parts of a heap snapshot that are read here. `nodes` has the values of `node_fields`, node after node. */
interface Snapshot {
  snapshot: { meta: { node_fields: string[] } };
  nodes: number[];
  strings: string[];
}

async function takeSnapshot(runtime: URL): Promise<Snapshot> {
  const inspector = await openInspector(runtime);
  try {
    const chunks: string[] = [];
    inspector.onEvent<{ chunk: string }>("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => {
      chunks.push(chunk);
    });
    await inspector.ask("HeapProfiler.takeHeapSnapshot");
    return JSON.parse(chunks.join("")) as Snapshot;
  } finally {
    inspector.close();
  }
}

/**
 * Counts the objects of each class that are reachable: V8 collects garbage before it takes a snapshot. The runtime's own
 * classes are called `workerd / Response` and so on.
 */
export async function countReachable<Name extends string>(
  runtime: URL,
  classes: readonly Name[],
): Promise<Record<Name, number>> {
  const { snapshot, nodes, strings } = await takeSnapshot(runtime);
  const fields = snapshot.meta.node_fields;
  const nameField = fields.indexOf("name");
  const found = new Map<string, number>();
  for (let node = 0; node < nodes.length; node += fields.length) {
    const name = strings[nodes[node + nameField] ?? -1] ?? "";
    found.set(name, (found.get(name) ?? 0) + 1);
  }
  const counts = classes.map((name) => [name, found.get(name) ?? 0]);
  return Object.fromEntries(counts) as Record<Name, number>;
}
