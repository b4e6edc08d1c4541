import { lazy, use } from "react";

type Narrow = typeof import("./narrow-tools.tsx");

let loaded: Narrow | null = null;
let loading: Promise<Narrow> | undefined;

export const loadNarrow = () =>
  (loading ??= import("./narrow-tools.tsx").then((narrow) => (loaded = narrow)));

/** Suspends only until the code is loaded: later changes must show at once. */
export const useNarrow = (isWanted: boolean): Narrow | null =>
  isWanted ? (loaded ?? use(loadNarrow())) : null;

export const NarrowTools = lazy(async () => ({ default: (await loadNarrow()).NarrowTools }));
export const ArchiveLine = lazy(async () => ({ default: (await loadNarrow()).ArchiveLine }));
export const EmptyFeed = lazy(async () => ({ default: (await loadNarrow()).EmptyFeed }));
