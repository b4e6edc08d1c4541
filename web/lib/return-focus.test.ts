// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { returnFocus } from "./return-focus.ts";

beforeEach(() => {
  // The test's document has no layout.
  vi.spyOn(Element.prototype, "getClientRects").mockImplementation(function rects(this: Element) {
    return (this.matches("[hidden]") ? [] : [{}]) as unknown as DOMRectList;
  });
});

afterEach(() => document.body.replaceChildren());

const PAGE = `<h1>Title</h1><button id="unnamed">Menu</button>
<button id="opener" hidden aria-label="Download"></button>
<button id="shown" aria-label="Download"></button>`;

async function focusAfter(opener: (page: typeof document) => Element | null, html = PAGE) {
  document.body.innerHTML = html;
  returnFocus(opener(document));
  await Promise.resolve();
  return document.activeElement?.id || document.activeElement?.localName;
}

const byId = (id: string) => (page: typeof document) => page.getElementById(id);

test("a hidden opener passes the focus to the shown button of its name, without one to the heading", async () => {
  expect(await focusAfter(byId("opener"))).toBe("shown");
  const unnamed = PAGE.replaceAll(' aria-label="Download"', "");
  expect(await focusAfter(byId("opener"), unnamed)).toBe("h1");
});

test("an opener that is shown or gone, and a page without one, leave the focus to the browser", async () => {
  expect(await focusAfter(byId("shown"))).toBe("body");
  expect(await focusAfter(() => document.createElement("button"))).toBe("body");
  expect(await focusAfter(({ body }) => body)).toBe("body");
});

test("an element that has the focus meanwhile keeps it", async () => {
  const answer = focusAfter((page) => {
    queueMicrotask(() => page.getElementById("unnamed")?.focus());
    return page.getElementById("opener");
  });
  expect(await answer).toBe("unnamed");
});
