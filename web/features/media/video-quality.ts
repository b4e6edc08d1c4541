import type { VideoSource } from "#schema/media.ts";
import { savesData, useSavesData } from "#web/features/data-saver/data-saver.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { readStored, writeStored } from "#web/lib/stored.ts";

const STORAGE_KEY = "video-quality";
const DATA_SAVER_HEIGHT = 480;

/** In lines. Null plays the best quality that the connection allows. */
export const MAX_HEIGHTS = [null, 1080, 720, 480, 240] as const;
export type MaxHeight = (typeof MAX_HEIGHTS)[number];

const keyOf = (height: MaxHeight): string => (height === null ? "auto" : String(height));

/** Undefined if the visitor has not chosen. */
const parse = (stored: string | null): MaxHeight | undefined =>
  MAX_HEIGHTS.find((height) => keyOf(height) === stored);

const store = createStore(() => parse(readStored("local", STORAGE_KEY)));

/**
 * For this video, the next one and the next visit. "Auto" is stored only while the data saver would limit the quality.
 */
export function setMaxHeight(height: MaxHeight): void {
  const isDefault = height === null && !savesData();
  writeStored("local", STORAGE_KEY, isDefault ? null : keyOf(height));
  store.notify();
}

/** The visitor's choice, else the data saver's limit. */
export function useMaxHeight(): MaxHeight {
  const chosen = useStore(store);
  const saves = useSavesData();
  if (chosen !== undefined) return chosen;
  return saves ? DATA_SAVER_HEIGHT : null;
}

/** For hosts that name qualities without a height. */
const HEIGHT_OF_QUALITY: Record<VideoSource["quality"], number> = {
  hd: 1080,
  sd: 480,
  standard: 480,
  mobile: 360,
};

const heightOf = ({ label, quality }: VideoSource): number =>
  Number(/^(\d+)p$/.exec(label)?.[1] ?? HEIGHT_OF_QUALITY[quality]);

/** Sources within the limit in their order, best first, then the others, smallest first. */
export function withinHeight(sources: readonly VideoSource[], max: MaxHeight): VideoSource[] {
  if (max === null) return [...sources];
  const fits = sources.filter((source) => heightOf(source) <= max);
  const others = sources.filter((source) => heightOf(source) > max);
  return [...fits, ...others.toSorted((a, b) => heightOf(a) - heightOf(b))];
}

/**
 * The index of the best level within the limit, else of the smallest. Reddit names an upright video by its width, as its
 * files are named.
 */
export function levelWithin(
  levels: readonly { width: number; height: number }[],
  max: number,
): number {
  // The width is 0 in a playlist without sizes.
  const heights = levels.map(({ width, height }) => Math.min(width || height, height));
  const fits = heights.filter((height) => height <= max);
  return heights.indexOf(fits.length > 0 ? Math.max(...fits) : Math.min(...heights));
}
