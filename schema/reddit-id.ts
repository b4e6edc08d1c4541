/** An id without the prefix of its kind. */
export const SHORT_ID = /^[a-z0-9]{1,13}$/;
export const POST_ID = /^t3_[a-z0-9]{1,13}$/;
export const USER_ID = /^t2_[a-z0-9]{1,13}$/;

/** Stored post ids have the prefix. */
export const withPostPrefix = (id: string): string => (id.startsWith("t3_") ? id : `t3_${id}`);

/** Page addresses, file names and query keys have ids without the prefix. */
export const withoutPostPrefix = (id: string): string => id.replace(/^t3_/, "");
