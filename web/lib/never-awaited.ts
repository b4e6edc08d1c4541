/**
 * For `onLoad` of a picture. React holds a transition back until its pictures are loaded, those excepted that have a
 * listener of their own; ours come with their place kept, and may come later.
 */
export const neverAwaited = (): void => undefined;
