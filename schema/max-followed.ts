/** The most creators in a feed, and the most that a device can follow. Each costs a cache read per request. */
export const MAX_FOLLOWED = 24;
