import { lazy, type ComponentType } from "react";

/** A lazy component that is left out if its chunk cannot be fetched; without the catch, the whole page would fail. */
export const optionalPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    const part: ComponentType<Props> = await load().catch(() => () => null);
    return { default: part };
  });
