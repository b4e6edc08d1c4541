import { useSyncExternalStore } from "react";

export interface Store<T> {
  read: () => T;
  /** Must be called after each change of the value that `read` returns. */
  notify: () => void;
  subscribe: (listener: () => void) => () => void;
}

interface StoreOptions {
  /** Listens for changes from outside the page while the store has subscribers. Returns the function that ends it. */
  connect?: (notify: () => void) => () => void;
}

/** A value outside React. `read` must return the same object until the value changes. */
export function createStore<T>(read: () => T, { connect }: StoreOptions = {}): Store<T> {
  const listeners = new Set<() => void>();
  let disconnect: (() => void) | undefined;
  const notify = () => {
    for (const listener of listeners) listener();
  };
  return {
    read,
    notify,
    subscribe(listener) {
      if (listeners.size === 0) disconnect = connect?.(notify);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) disconnect?.();
      };
    },
  };
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.read);
}
