/** Stored post ids have the prefix. */
export const withPostPrefix = (id: string): string => (id.startsWith("t3_") ? id : `t3_${id}`);

/** Page addresses, file names and query keys have ids without the prefix. */
export const withoutPostPrefix = (id: string): string => id.replace(/^t3_/, "");
