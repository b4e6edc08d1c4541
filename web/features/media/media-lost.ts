import { createContext } from "react";

/** Told whether the medium in view has given way to an error notice; null for media out of view. */
export const MediaLost = createContext<((isLost: boolean) => void) | null>(null);
