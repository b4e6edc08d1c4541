import { expect, test, vi } from "vitest";
import { DENSE_PHONE, GRID_TILE_SIZES } from "#schema/tiles.ts";
import { imageSizes } from "#web/features/data-saver/data-saver.ts";
import { feedLayout } from "./feed-layout.ts";

/** Evaluates `sizes` for 1x screens, in the syntax that GRID_TILE_SIZES uses. */
function widthFromSizes(viewport: number): number {
  const options = GRID_TILE_SIZES.split(/,\s(?![^(]*\))/).filter(
    (option) => !option.startsWith(DENSE_PHONE.media),
  );
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
  "at %i px the preloaded width is the rendered width",
  (viewport) => {
    const { columnWidth } = feedLayout("grid", viewport, viewport);
    expect(Math.abs(columnWidth - widthFromSizes(viewport))).toBeLessThan(1);
  },
);

test("a dense phone preloads the same share of the width that its tiles request", () => {
  vi.stubGlobal("matchMedia", (media: string) => ({ matches: media === DENSE_PHONE.media }));
  const { columnWidth } = feedLayout("grid", 390, 390);
  expect(imageSizes(columnWidth, false)).toBe("257px");
  const [first] = GRID_TILE_SIZES.split(", (");
  expect(first).toBe(`${DENSE_PHONE.media} calc((100vw - 24px) * 0.7)`);
  expect((390 - 24) * DENSE_PHONE.share).toBeCloseTo(256.2);
});
