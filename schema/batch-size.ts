/** Posts per call to a source, at every source; the API answers with as many at most. */
export const BATCH_SIZE = 100;
