/** The version of package.json; a test compares them. Importing package.json would bundle all of it. */
export const VERSION = "0.1.0";
