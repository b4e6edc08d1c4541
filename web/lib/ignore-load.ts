/**
 * An `onLoad` for pictures. React delays a transition until its pictures have loaded, except those with a load
 * listener. Ours have their place reserved and may arrive later.
 */
export const ignoreLoad = (): void => undefined;
