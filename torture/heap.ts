import type { Inspector } from "#scripts/inspector.ts";

interface Usage {
  usedSize: number;
  embedderHeapUsedSize?: number;
  backingStorageSize?: number;
}

const BYTES_PER_MIB = 1024 * 1024;

/** What is still held once everything that nobody holds has gone: a snapshot collects that first. */
export async function keptMiB(inspector: Inspector): Promise<number> {
  await inspector.ask("HeapProfiler.takeHeapSnapshot");
  const usage = await inspector.ask<Usage>("Runtime.getHeapUsage");
  const { usedSize, embedderHeapUsedSize = 0, backingStorageSize = 0 } = usage;
  return (usedSize + embedderHeapUsedSize + backingStorageSize) / BYTES_PER_MIB;
}
