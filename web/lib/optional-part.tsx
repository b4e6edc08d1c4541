import { type ComponentProps, type ComponentType, lazy, Suspense } from "react";

/**
 * A lazy component that is left out until its chunk is there, and if the chunk cannot be fetched: without the catch, the
 * whole page would fail.
 */
export function optionalPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazy(async () => {
    const part: ComponentType<Props> = await load().catch(() => () => null);
    return { default: part };
  });
  return (props) => (
    <Suspense fallback={null}>
      <Part {...(props as ComponentProps<typeof Part>)} />
    </Suspense>
  );
}
