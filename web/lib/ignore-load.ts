/**
 * An `onLoad` for pictures. React delays a transition until its pictures have loaded, except those with a load
 * listener. Our pictures have reserved space and may arrive later.
 */
export const ignoreLoad = (): void => undefined;
