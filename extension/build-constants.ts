/** Set by tools/extension.ts: a built extension is tied to its origins. */
declare const UNEARTH_ORIGINS: readonly string[];
declare const UNEARTH_HOME: string;
declare const REDDIT_ORIGIN: string;
declare const EXTENSION_VERSION: string;

/** Origins of Unearth's pages. One without a port stands for every port, in development builds only. */
export const unearthOrigins: readonly string[] = UNEARTH_ORIGINS;
export const unearthHome: string = UNEARTH_HOME;
export const redditOrigin: string = REDDIT_ORIGIN;
export const extensionVersion: string = EXTENSION_VERSION;
