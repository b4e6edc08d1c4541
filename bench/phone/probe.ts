export interface Probe {
  /** Milliseconds from the navigation to the first picture of a post on the screen. */
  firstPicture: number | null;
  /** Sum of all layout shifts that no input explains. */
  shift: number;
  longTasks: number[];
  mostNodes: number;
  /** Length of each frame in which the page had moved. */
  frames: number[];
}

declare global {
  interface Window {
    benchProbe: Probe;
  }
}

interface ShiftEntry extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

interface PaintEntry extends PerformanceEntry {
  url: string;
  /** Square pixels on the screen. */
  size: number;
}

/** Runs in the page before its own scripts, as text: it can use nothing from outside this function. */
export function installProbe(): void {
  const probe: Probe = { firstPicture: null, shift: 0, longTasks: [], mostNodes: 0, frames: [] };
  window.benchProbe = probe;
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    });
  watch("largest-contentful-paint", (entry) => {
    const { url, size } = entry as PaintEntry;
    // A portrait has 7,744. The size comes from the entry: the element may be removed before it is reported.
    if (url !== "" && size > 20_000) probe.firstPicture ??= entry.startTime;
  });
  watch("layout-shift", (entry) => {
    const { value, hadRecentInput } = entry as ShiftEntry;
    if (!hadRecentInput) probe.shift += value;
  });
  watch("longtask", ({ duration }) => probe.longTasks.push(duration));

  const everything = document.getElementsByTagName("*");
  let last = { at: 0, y: 0 };
  const onFrame = (at: number) => {
    if (scrollY !== last.y && last.at > 0) probe.frames.push(at - last.at);
    probe.mostNodes = Math.max(probe.mostNodes, everything.length);
    last = { at, y: scrollY };
    requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
}
