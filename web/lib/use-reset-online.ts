import { useEffect } from "react";

/** Once the device is online again, sets the state back: what failed offline is tried again. */
export function useResetOnline<T>(setState: (value: T) => void, start: T): void {
  useEffect(() => {
    const startAgain = () => setState(start);
    addEventListener("online", startAgain);
    return () => removeEventListener("online", startAgain);
  }, [setState, start]);
}
