/** 42 becomes "0:42", 3723 becomes "1:02:03". Normalised lengths are below a day. */
export const formatDuration = (seconds: number): string =>
  new Date(Math.round(seconds) * 1000)
    .toISOString()
    .slice(11, 19)
    .replace(/^0(?:0:0?)?/, "");
