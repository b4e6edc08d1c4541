/** Argon2id at OWASP's minimum, which fits an isolate of 128 MB (decision 015). */
export const PASSWORD_COST = { memoryKiB: 19_456, passes: 2, lanes: 1 };
