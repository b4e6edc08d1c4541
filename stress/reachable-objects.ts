import type { Inspector } from "#tools/inspector.ts";

/** The parts of a heap snapshot that are read here. `nodes` has the values of `node_fields`, node after node. */
interface Snapshot {
  snapshot: { meta: { node_fields: string[] } };
  nodes: number[];
  strings: string[];
}

async function takeSnapshot(inspector: Inspector): Promise<Snapshot> {
  const chunks: string[] = [];
  inspector.onEvent<{ chunk: string }>("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => {
    chunks.push(chunk);
  });
  await inspector.ask("HeapProfiler.takeHeapSnapshot");
  return JSON.parse(chunks.join("")) as Snapshot;
}

/**
 * The objects of each class that garbage collection leaves, which V8 does before a snapshot. The runtime's own are
 * called `workerd / Response` and so on. Call it once per inspector.
 */
export async function countReachable<Name extends string>(
  inspector: Inspector,
  classes: readonly Name[],
): Promise<Record<Name, number>> {
  const { snapshot, nodes, strings } = await takeSnapshot(inspector);
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
