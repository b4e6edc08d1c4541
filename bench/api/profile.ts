import { openInspector } from "#tools/inspector.ts";

interface CallFrame {
  functionName: string;
  url: string;
  lineNumber: number;
}

interface Profile {
  nodes: { id: number; callFrame: CallFrame }[];
  samples: number[];
  timeDeltas: number[];
}

export interface Share {
  where: string;
  /** Share of the time between the first and the last sample. */
  share: number;
}

const SAMPLE_MICROSECONDS = 100;

const placeOf = ({ functionName, url, lineNumber }: CallFrame): string => {
  const file = url.split("/").at(-1);
  return `${functionName || "(anonymous)"}${file ? ` ${file}:${lineNumber + 1}` : ""}`;
};

/** Self time by function, highest first. */
function selfTimes({ nodes, samples, timeDeltas }: Profile): Share[] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]));
  const spent = new Map<string, number>();
  let whole = 0;
  for (const [index, id] of samples.entries()) {
    const where = names.get(id) ?? "";
    const time = timeDeltas[index] ?? 0;
    whole += time;
    spent.set(where, (spent.get(where) ?? 0) + time);
  }
  return [...spent]
    .map(([where, time]) => ({ where, share: time / whole }))
    .toSorted((a, b) => b.share - a.share);
}

/** A CPU profile of the isolate while `work` runs. */
export async function profiled(runtime: URL, work: () => Promise<unknown>): Promise<Share[]> {
  const inspector = await openInspector(runtime);
  try {
    await inspector.ask("Profiler.enable");
    await inspector.ask("Profiler.setSamplingInterval", { interval: SAMPLE_MICROSECONDS });
    await inspector.ask("Profiler.start");
    await work();
    const { profile } = await inspector.ask<{ profile: Profile }>("Profiler.stop");
    return selfTimes(profile);
  } finally {
    inspector.close();
  }
}
