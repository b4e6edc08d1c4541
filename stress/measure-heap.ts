import type { Inspector } from "#tools/inspector.ts";

interface Usage {
  usedSize: number;
  embedderHeapUsedSize?: number;
  backingStorageSize?: number;
}

const BYTES_PER_MIB = 1024 * 1024;

/** The size of reachable objects: V8 collects garbage before it takes a heap snapshot. */
export async function measureHeapMiB(inspector: Inspector): Promise<number> {
  await inspector.ask("HeapProfiler.takeHeapSnapshot");
  const usage = await inspector.ask<Usage>("Runtime.getHeapUsage");
  const { usedSize, embedderHeapUsedSize = 0, backingStorageSize = 0 } = usage;
  return (usedSize + embedderHeapUsedSize + backingStorageSize) / BYTES_PER_MIB;
}
