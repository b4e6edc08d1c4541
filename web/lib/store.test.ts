import { expect, test } from "vitest";
import { createStore } from "./store.ts";

test("a listener is called after each change until it unsubscribes", () => {
  const store = createStore(() => 1);
  let calls = 0;
  const unsubscribe = store.subscribe(() => (calls += 1));
  store.notify();
  unsubscribe();
  store.notify();
  expect(calls).toBe(1);
});

test("connect runs for the first listener and ends with the last", () => {
  const log: string[] = [];
  const store = createStore(() => 1, {
    connect: () => {
      log.push("connect");
      return () => log.push("disconnect");
    },
  });
  const first = store.subscribe(() => {});
  const second = store.subscribe(() => {});
  first();
  expect(log).toEqual(["connect"]);
  second();
  expect(log).toEqual(["connect", "disconnect"]);
  store.subscribe(() => {})();
  expect(log).toHaveLength(4);
});

test("a change reported by connect reaches the listeners", () => {
  let change = () => {};
  const store = createStore(() => 1, {
    connect: (notify) => {
      change = notify;
      return () => {};
    },
  });
  let calls = 0;
  store.subscribe(() => (calls += 1));
  change();
  expect(calls).toBe(1);
});
