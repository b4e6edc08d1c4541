/** ASCII only, like SQLite's lower(): toLowerCase() turns the Kelvin sign into k, one name into another. */
export const asciiLower = (text: string): string =>
  text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
