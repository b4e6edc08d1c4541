export interface Probe {
  /** Milliseconds from the navigation to the first visible picture of a post. */
  firstPicture: number | null;
  /** Sum of all layout shifts without recent input. */
  shift: number;
  longTasks: number[];
  mostNodes: number;
  /** Duration of each frame in which the page had scrolled. */
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

/** Sent to the page as text, to run before its scripts, so it must not use anything outside this function. */
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
    // An avatar has 7,744. Uses the entry's size, because the element may have been removed before the report.
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
