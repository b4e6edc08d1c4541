import { use } from "react";
import { lazyPart, optionalPart } from "#web/lib/optional-part.tsx";

type Narrow = typeof import("./narrow-tools.tsx");

let loaded: Narrow | null = null;
let loading: Promise<Narrow> | undefined;

export const loadNarrow = () =>
  (loading ??= import("./narrow-tools.tsx").then((narrow) => (loaded = narrow)));

/** Suspends only until the code is loaded: later changes must show at once. */
export const useNarrow = (isWanted: boolean): Narrow | null =>
  isWanted ? (loaded ?? use(loadNarrow())) : null;

// Without them the loaded posts stay, and offline another filter shows them again.
export const NarrowTools = optionalPart(async () => (await loadNarrow()).NarrowTools);
export const ArchiveLine = optionalPart(async () => (await loadNarrow()).ArchiveLine);
// The feed shows its skeleton until it is there.
export const EmptyFeed = lazyPart(async () => (await loadNarrow()).EmptyFeed);
