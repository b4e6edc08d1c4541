/** The id of a post in its stored form, from one with or without the prefix. */
export const withPostPrefix = (id: string): string => (id.startsWith("t3_") ? id : `t3_${id}`);
