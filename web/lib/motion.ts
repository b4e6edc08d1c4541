export const allowsMotion = (): boolean => !matchMedia("(prefers-reduced-motion: reduce)").matches;
