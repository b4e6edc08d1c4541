import { optionalPart } from "#web/lib/optional-part.tsx";

const load = () => import("./source.tsx");

export const SourceChip = optionalPart(async () => (await load()).SourceChip);
export const SourceNote = optionalPart(async () => (await load()).SourceNote);
/** Shown if the server's source fails. */
export const SourceOffer = optionalPart(async () => (await load()).SourceOffer);
