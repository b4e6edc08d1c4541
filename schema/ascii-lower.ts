/** ASCII only, like SQLite's lower(): toLowerCase() maps the Kelvin sign to k, and so one name to another. */
export const asciiLower = (text: string): string =>
  text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
