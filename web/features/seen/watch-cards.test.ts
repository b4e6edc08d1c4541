// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { watchCards } from "./watch-cards.ts";

let observed = new Set<Element>();
let report: IntersectionObserverCallback;
let share: IntersectionObserverInit["threshold"];

class FakeObserver {
  constructor(callback: IntersectionObserverCallback, { threshold }: IntersectionObserverInit) {
    report = callback;
    share = threshold;
  }
  observe = (element: Element) => void observed.add(element);
  unobserve = (element: Element) => void observed.delete(element);
  disconnect = () => observed.clear();
}

afterEach(() => {
  observed = new Set();
  vi.useRealTimers();
});

function cardOf(id: string): HTMLElement {
  const card = document.createElement("article");
  card.innerHTML = `<h2><a href="/" data-post="t3_${id}">A title</a></h2>`;
  return card;
}

const reportInView = (target: Element, isIntersecting = true) =>
  report(
    [{ target, isIntersecting } as unknown as IntersectionObserverEntry],
    {} as IntersectionObserver,
  );

/** The timers are faked, this one is not. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test("the whole card is watched, not its title alone, from its mounting to its unmounting", async () => {
  vi.stubGlobal("IntersectionObserver", FakeObserver);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const main = document.createElement("main");
  const [first, later] = [cardOf("abc"), cardOf("def")];
  main.append(first);
  const seen: string[] = [];
  const end = watchCards(main, (id) => seen.push(id));
  expect([...observed]).toEqual([first]);
  expect(share).toBe(0.5);
  main.append(later);
  await settle();
  expect([...observed]).toEqual([first, later]);
  reportInView(first);
  reportInView(later);
  vi.advanceTimersByTime(999);
  expect(seen).toEqual([]);
  later.remove();
  await settle();
  expect([...observed]).toEqual([first]);
  vi.advanceTimersByTime(1);
  expect(seen).toEqual(["abc"]);
  end();
});

test("a card that leaves the window, or whose page is left, before its second is over does not count as seen", () => {
  vi.stubGlobal("IntersectionObserver", FakeObserver);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const main = document.createElement("main");
  const card = cardOf("abc");
  main.append(card);
  const seen: string[] = [];
  const end = watchCards(main, (id) => seen.push(id));
  reportInView(card);
  vi.advanceTimersByTime(900);
  reportInView(card, false);
  vi.advanceTimersByTime(2_000);
  expect(seen).toEqual([]);
  reportInView(card);
  end();
  vi.advanceTimersByTime(2_000);
  expect(seen, "the page is left").toEqual([]);
});
