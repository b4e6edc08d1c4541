/** A rate limit that always has room. */
export const openLimit: RateLimit = { limit: () => Promise.resolve({ success: true }) };

/** A rate limit that never has room. */
export const shutLimit: RateLimit = { limit: () => Promise.resolve({ success: false }) };
