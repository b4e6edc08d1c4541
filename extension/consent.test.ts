// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { askConsent } from "./consent.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.documentElement.querySelector("html > div")?.remove();
});

/** The dialog is in a closed shadow root, so the test takes its parts from attachShadow. */
function ask() {
  vi.spyOn(performance, "now").mockReturnValue(1_000);
  const attach = vi.spyOn(Element.prototype, "attachShadow");
  const answer = askConsent();
  const root = attach.mock.results[0]?.value as ShadowRoot;
  const [yes, no] = root.querySelectorAll("button");
  const press = (button: Element | undefined, { at, isTrusted = true }: Press) => {
    const event = new MouseEvent("click");
    Object.defineProperties(event, { isTrusted: { value: isTrusted }, timeStamp: { value: at } });
    button?.dispatchEvent(event);
  };
  const isOpen = () => document.querySelector("html > div") !== null;
  const dialog = root.querySelector("dialog");
  return { answer, dialog, isOpen, no, pressYes: (made: Press) => press(yes, made) };
}

interface Press {
  at: number;
  isTrusted?: boolean;
}

test("a press within half a second of the question is no consent, a later press is", async () => {
  const { answer, isOpen, pressYes } = ask();
  pressYes({ at: 1_499 });
  expect(isOpen()).toBe(true);
  pressYes({ at: 1_500 });
  expect(await answer).toBe(true);
  expect(isOpen()).toBe(false);
});

/** Chrome's observer, which sees what covers the dialog. */
function stubVisibility() {
  const reports: IntersectionObserverCallback[] = [];
  const observed: [target: Element, options: object | undefined][] = [];
  class Entry {
    get isVisible() {
      return false;
    }
  }
  class Observer {
    readonly observe: (target: Element) => void;
    constructor(report: IntersectionObserverCallback, options?: object) {
      reports.push(report);
      this.observe = (target) => void observed.push([target, options]);
    }
  }
  vi.stubGlobal("IntersectionObserverEntry", Entry);
  vi.stubGlobal("IntersectionObserver", Observer);
  const report = (isVisible: boolean, time: number) =>
    reports[0]?.([{ isVisible, time } as never], undefined as never);
  return { observed, report };
}

test("where the browser sees what covers the question, half a second without a cover comes first", async () => {
  const { observed, report } = stubVisibility();
  const { answer, dialog, isOpen, pressYes } = ask();
  // Chrome sees covers only if asked to, and refuses a shorter delay.
  expect(observed).toEqual([[dialog, { threshold: 0, trackVisibility: true, delay: 100 }]]);
  pressYes({ at: 9_000 });
  report(true, 10_000);
  pressYes({ at: 10_499 });
  report(false, 10_600);
  pressYes({ at: 19_000 });
  report(true, 20_000);
  report(true, 20_300);
  pressYes({ at: 20_499 });
  expect(isOpen()).toBe(true);
  pressYes({ at: 20_500 });
  expect(await answer).toBe(true);
});

test("a click made by a script is no consent", () => {
  const { isOpen, pressYes } = ask();
  pressYes({ at: 9_000, isTrusted: false });
  expect(isOpen()).toBe(true);
});

test("the dialog takes the page's colour scheme, which follows the visitor's theme", () => {
  const page = document.documentElement;
  page.style.colorScheme = "light";
  expect(ask().dialog?.style.colorScheme).toBe("light");
  page.style.colorScheme = "";
});

test("the question is a modal dialog named by its heading", () => {
  const { dialog } = ask();
  expect(dialog?.open).toBe(true);
  const heading = dialog?.querySelector(`#${dialog.getAttribute("aria-labelledby")}`);
  expect(heading?.textContent).toBe("Use your own Reddit?");
});

test("a key that is held down presses no button", () => {
  const { dialog } = ask();
  const isPrevented = (repeat: boolean) => {
    const event = new KeyboardEvent("keydown", { key: "Enter", repeat, cancelable: true });
    dialog?.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect([isPrevented(true), isPrevented(false)]).toEqual([true, false]);
});

test("the focus begins on the button that refuses, which is described by the explanation", async () => {
  const { answer, dialog, no } = ask();
  expect(no?.textContent).toBe("Not now");
  expect(no?.autofocus).toBe(true);
  const text = dialog?.querySelector(`#${no?.getAttribute("aria-describedby")}`);
  expect(text?.textContent).toMatch(/may then read profiles and their public posts from Reddit/);
  no?.click();
  expect(await answer).toBe(false);
  expect(dialog?.open, "closed, so that the browser gives the focus back").toBe(false);
});

test("Escape refuses", async () => {
  const { answer, dialog, isOpen } = ask();
  dialog?.dispatchEvent(new Event("close"));
  expect(await answer).toBe(false);
  expect(isOpen()).toBe(false);
});
