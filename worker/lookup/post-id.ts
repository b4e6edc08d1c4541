/** Stored post ids have the prefix. */
export const withPostPrefix = (id: string): string => (id.startsWith("t3_") ? id : `t3_${id}`);
