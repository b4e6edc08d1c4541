// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { MAX_FOLLOWED } from "#schema/max-followed.ts";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { deviceFollows, followOnDevice, unfollowOnDevice } from "./device-follows.ts";
import { followFromToast } from "./follow-from-toast.ts";

afterEach(() => {
  localStorage.clear();
  dismissToast();
});

test("the creator followed last is first, and is listed once whatever the spelling", () => {
  expect(followOnDevice("Ann")).toBe("followed");
  expect(followOnDevice("bob")).toBe("followed");
  expect(followOnDevice("aNN")).toBe("already");
  expect(deviceFollows.read()).toEqual(["bob", "Ann"]);
  unfollowOnDevice("ANN");
  expect(deviceFollows.read()).toEqual(["bob"]);
});

test("the toast says whether the creator is newly followed or was followed before", () => {
  const titles = ["Ann", "ann"].map((name) => {
    followFromToast(name);
    return toastStore.read()?.title;
  });
  expect(titles).toEqual(["Followed on this device", "Followed already"]);
});

test("at the limit no creator is added, and the toast says why", () => {
  for (let at = 0; at < MAX_FOLLOWED; at += 1) followOnDevice(`maker_${at}`);
  followFromToast("one_more");
  expect(deviceFollows.read()).toHaveLength(MAX_FOLLOWED);
  expect(toastStore.read()?.description).toContain("Unfollow one");
});

test.each([
  ["without storage", undefined],
  [
    "with full storage",
    {
      getItem: () => null,
      setItem: () => {
        throw new DOMException("full", "QuotaExceededError");
      },
    },
  ],
])("%s a creator is followed until a reload, and the toast says so", (_, storage) => {
  vi.stubGlobal("localStorage", storage);
  followFromToast("Ann");
  expect(deviceFollows.read()).toEqual(["Ann"]);
  expect(toastStore.read()).toMatchObject({
    title: "Followed in this tab only",
    description: expect.stringContaining("Your browser did not store it"),
  });
  followFromToast("Ann");
  expect(toastStore.read()).toMatchObject({ title: "Followed in this tab only" });
  vi.unstubAllGlobals();
  unfollowOnDevice("Ann");
});

test("the list is the same object until it changes", () => {
  followOnDevice("Ann");
  expect(deviceFollows.read()).toBe(deviceFollows.read());
});

test.each(["{", "7", '["no name", 3, null]', '{"a":1}'])("stored %s counts as none", (text) => {
  localStorage.setItem("followed", text);
  expect(deviceFollows.read()).toEqual([]);
});

test("a creator followed in another tab is followed here too", () => {
  const changed = vi.fn<() => void>();
  const end = deviceFollows.subscribe(changed);
  localStorage.setItem("followed", '["Ann"]');
  dispatchEvent(new StorageEvent("storage"));
  expect(changed).toHaveBeenCalledTimes(1);
  expect(deviceFollows.read()).toEqual(["Ann"]);
  end();
});

test("a page from the back/forward cache shows what was followed in another tab meanwhile", () => {
  const changed = vi.fn<() => void>();
  const show = (persisted: boolean) =>
    dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
  const end = deviceFollows.subscribe(changed);
  localStorage.setItem("followed", '["Ann"]');
  show(false);
  expect(changed).not.toHaveBeenCalled();
  show(true);
  expect(changed).toHaveBeenCalledTimes(1);
  end();
  show(true);
  expect(changed).toHaveBeenCalledTimes(1);
});
