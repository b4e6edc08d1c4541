/**
 * Leaves out Unicode's format characters (marks of direction, zero-width spaces and joiners), which a name copied from a
 * chat can have around it.
 */
export const withoutInvisible = (text: string): string => text.replace(/\p{Cf}/gu, "");
