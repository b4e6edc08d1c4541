// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { useNavigate } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { ScrollManager } from "./scroll-manager.tsx";

beforeEach(() => {
  sessionStorage.clear();
  move(0);
  vi.stubGlobal("scrollTo", (_left: number, top: number) => move(top));
});

function move(top: number) {
  vi.stubGlobal("scrollY", top);
}

/** Like a browser without `scrollend`. */
function scroll(top: number) {
  move(top);
  fireEvent.scroll(window);
}

function Pages() {
  const navigate = useNavigate();
  const press = (name: string, go: () => void) => <button onClick={go}>{name}</button>;
  return (
    <>
      <ScrollManager />
      <main id="main" tabIndex={-1} />
      {press("Filter", () => void navigate("/feed?media=gif", { replace: true }))}
      {press("About", () => void navigate("/about"))}
      {press("Back", () => void navigate(-1))}
    </>
  );
}

const press = (name: string) => act(() => screen.getByRole("button", { name }).click());

test("Back restores the position of the last scroll event", () => {
  history.scrollRestoration = "auto";
  renderInApp(<Pages />, { path: "/feed" });
  expect(history.scrollRestoration, "the browser's own").toBe("manual");
  scroll(2500);
  press("About");
  expect(scrollY).toBe(0);
  press("Back");
  expect(scrollY).toBe(2500);
});

test("Back restores the position after a filter that did not scroll", () => {
  renderInApp(<Pages />, { path: "/feed" });
  scroll(2500);
  press("Filter");
  press("About");
  expect(scrollY).toBe(0);
  press("Back");
  expect(scrollY).toBe(2500);
});

test("the position is stored when the tab leaves the site", () => {
  renderInApp(<Pages />, { path: "/feed" });
  scroll(2500);
  press("Filter");
  fireEvent(window, new Event("pagehide"));
  expect(Object.values(sessionStorage)).toEqual(["2500", "2500"]);
});

test("a page from the back/forward cache returns to its position", () => {
  renderInApp(<Pages />, { path: "/feed" });
  scroll(2500);
  fireEvent(window, new Event("pagehide"));
  move(0);
  fireEvent(window, Object.assign(new Event("pageshow"), { persisted: false }));
  expect(scrollY).toBe(0);
  fireEvent(window, Object.assign(new Event("pageshow"), { persisted: true }));
  expect(scrollY).toBe(2500);
});

test("leaving a page opened at a hash works if scrollIntoView returns a promise", () => {
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
  // TypeScript's type has no promise, as in browsers that return nothing.
  scrolled.mockImplementation((async () => undefined) as () => void);
  const part = document.body.appendChild(document.createElement("section"));
  part.id = "removal";
  renderInApp(<Pages />, { path: "/contact#removal" });
  expect(scrolled).toHaveBeenCalledOnce();
  press("About");
  expect(screen.getByRole("button", { name: "Back" })).toBeTruthy();
  part.remove();
});

test("the focus moves to the content of the next page, and stays after a filter and on the first page", () => {
  renderInApp(<Pages />, { path: "/feed" });
  press("Filter");
  expect(document.activeElement).toBe(document.body);
  press("About");
  expect(document.activeElement).toBe(screen.getByRole("main"));
});

test("the app's start keeps the position to which the first view was scrolled", () => {
  move(300);
  renderInApp(<Pages />, { path: "/feed" });
  expect(scrollY).toBe(300);
  press("About");
  expect(scrollY).toBe(0);
});

test("a reload restores the stored position", () => {
  sessionStorage.setItem("scroll:default", "2500");
  renderInApp(<Pages />, { path: "/feed" });
  expect(scrollY).toBe(2500);
});

test("a hash moves the focus to its part of the page; Back to it restores the position", () => {
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView").mockReturnValue();
  const part = document.body.appendChild(document.createElement("section"));
  part.id = "removal";
  renderInApp(<Pages />, { path: "/contact#removal" });
  expect(document.activeElement).toBe(part);
  expect(part.getAttribute("tabindex"), "in browsers only then").toBe("-1");
  scroll(2500);
  press("About");
  press("Back");
  expect(scrollY).toBe(2500);
  expect(scrolled).toHaveBeenCalledOnce();
  part.remove();
});
