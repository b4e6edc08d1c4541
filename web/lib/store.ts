import { useSyncExternalStore } from "react";

export interface Store<T> {
  read: () => T;
  /** To be called after each change of what `read` returns. */
  notify: () => void;
  subscribe: (listener: () => void) => () => void;
}

interface StoreOptions {
  /** Follows what changes the value from outside the page, for as long as anything subscribes. */
  connect?: (notify: () => void) => () => void;
}

/** A value outside React. `read` has to return the same object until the value has changed. */
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
