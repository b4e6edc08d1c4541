/** The longest answer of a source that is read, by Worker and companion. Far above any real listing of 100 posts. */
export const MAX_ANSWER_BYTES = 16_000_000;
