import type { Page } from "@playwright/test";

interface Shift {
  value: number;
  /** Tag, classes, old and new box of each moved element. */
  moved: string[];
}

/**
 * Records the layout shifts of every page opened from now on. Text that moves by less than 3 px does not count: its
 * font changes when the display font arrives.
 */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: Shift[] = [];
    interface Entry extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: Source[];
    }
    interface Source {
      node?: Element;
      previousRect: DOMRectReadOnly;
      currentRect: DOMRectReadOnly;
    }
    const isNewFace = ({ node, previousRect: before, currentRect: now }: Source) =>
      node?.nodeName === "#text" && Math.hypot(now.x - before.x, now.y - before.y) < 3;
    const box = ({ x, y, width, height }: DOMRectReadOnly) =>
      [x, y, width, height].map((edge) => Math.round(edge * 10) / 10).join(" ");
    const take = (entries: PerformanceEntryList) => {
      for (const { value, hadRecentInput, sources } of entries as Entry[]) {
        if (hadRecentInput || (sources.length > 0 && sources.every(isNewFace))) continue;
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.nodeName}.${node?.className} from ${box(previousRect)} to ${box(currentRect)}`,
        );
        shifts.push({ value, moved });
      }
    };
    const observer = new PerformanceObserver((list) => take(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    Reflect.set(globalThis, "takeShifts", () => {
      take(observer.takeRecords());
      return shifts;
    });
  });

/** The shifts up to the current frame: the browser reports a shift some time after it. */
export const shiftsOf = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    return (Reflect.get(globalThis, "takeShifts") as () => Shift[])();
  });
