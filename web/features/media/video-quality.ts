import type { VideoSource } from "#schema/media.ts";
import { useSavesData } from "#web/features/data-saver/data-saver.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { readStored, writeStored } from "#web/lib/stored.ts";

const STORAGE_KEY = "video-quality";
const DATA_SAVER_HEIGHT = 480;

/** In lines; null plays the best the connection carries. */
export const MAX_HEIGHTS = [null, 1080, 720, 480, 240] as const;
export type MaxHeight = (typeof MAX_HEIGHTS)[number];

const parse = (stored: string | null): MaxHeight =>
  MAX_HEIGHTS.find((height) => String(height) === stored) ?? null;

const store = createStore<MaxHeight>(() => parse(readStored("local", STORAGE_KEY)));

/** For the video on the screen, the next one and the next visit. */
export function setMaxHeight(height: MaxHeight): void {
  writeStored("local", STORAGE_KEY, height === null ? null : String(height));
  store.notify();
}

/** What the visitor chose, else what the data saver allows. */
export function useMaxHeight(): MaxHeight {
  const chosen = useStore(store);
  const saves = useSavesData();
  return chosen ?? (saves ? DATA_SAVER_HEIGHT : null);
}

/** Hosts that give no height give a name for the quality. */
const HEIGHT_OF_QUALITY: Record<VideoSource["quality"], number> = {
  hd: 1080,
  sd: 480,
  standard: 480,
  mobile: 360,
};

const heightOf = ({ label, quality }: VideoSource): number =>
  Number(/^(\d+)p$/.exec(label)?.[1] ?? HEIGHT_OF_QUALITY[quality]);

/** The best within the limit first, then the others, smallest first. */
export function withinHeight(sources: readonly VideoSource[], max: MaxHeight): VideoSource[] {
  if (max === null) return [...sources];
  const fits = sources.filter((source) => heightOf(source) <= max);
  const others = sources.filter((source) => heightOf(source) > max);
  return [...fits, ...others.toSorted((a, b) => heightOf(a) - heightOf(b))];
}

/** The index of the best of a stream's levels within the limit, else of the smallest; -1 for any. */
export function levelWithin(levels: readonly { height: number }[], max: MaxHeight): number {
  if (max === null || levels.length === 0) return -1;
  const heights = levels.map(({ height }) => height);
  const fits = heights.filter((height) => height <= max);
  return heights.indexOf(fits.length > 0 ? Math.max(...fits) : Math.min(...heights));
}
