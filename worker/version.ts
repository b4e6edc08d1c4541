/** A test compares it with package.json, which an import would bundle whole. */
export const VERSION = "0.1.0";
