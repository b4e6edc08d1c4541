/** The same as package.json's, which a test holds it to; importing that file would bundle it whole. */
export const VERSION = "0.1.0";
