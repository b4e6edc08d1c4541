import { type ComponentProps, type ComponentType, lazy, Suspense } from "react";

/** A lazy component that is left out if its chunk cannot be fetched: without the catch, the whole page would fail. */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    const part: ComponentType<Props> = await load().catch(() => () => null);
    return { default: part };
  });

/** The same, and left out until its chunk is there. */
export function optionalPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazyPart(load);
  return (props) => (
    <Suspense fallback={null}>
      <Part {...(props as ComponentProps<typeof Part>)} />
    </Suspense>
  );
}
