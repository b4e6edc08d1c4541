import { expect, test } from "vitest";
import { GRID_TILE_SIZES } from "#schema/tiles.ts";
import { feedLayout } from "./feed-layout.ts";

/** What a browser makes of `sizes` at a viewport, for the few forms that string uses. */
function widthSaid(viewport: number): number {
  const options = GRID_TILE_SIZES.split(/,\s(?![^(]*\))/);
  const fitting = options.find((option) => {
    const limit = /^\(max-width: (\d+)px\)/.exec(option)?.[1];
    return limit === undefined || viewport <= Number(limit);
  });
  const formula = (fitting ?? "").replace(/^\(max-width: \d+px\) /, "");
  const [, vw, less] = /^calc\((\d+)vw - (\d+)px\)$/.exec(formula) ?? [];
  if (vw) return (viewport * Number(vw)) / 100 - Number(less);
  expect(formula).toBe("calc((min(100vw, 1920px) - 80px) / 3)");
  return (Math.min(viewport, 1920) - 80) / 3;
}

test.each([320, 390, 639, 640, 768, 1023, 1024, 1440, 1920, 2560])(
  "the width preloaded at %i is the width the feed draws",
  (viewport) => {
    const { columnWidth } = feedLayout("grid", viewport, viewport);
    expect(Math.abs(columnWidth - widthSaid(viewport))).toBeLessThan(1);
  },
);
