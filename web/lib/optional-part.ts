import { lazy, type ComponentType } from "react";

/** A part that the page does without: where its code cannot be fetched, it is left out and the page stays. */
export const optionalPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    const part: ComponentType<Props> = await load().catch(() => () => null);
    return { default: part };
  });
