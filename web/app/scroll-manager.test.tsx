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

/** A browser without `scrollend`. */
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
      {press("Filter", () => void navigate("/feed?media=gif", { replace: true }))}
      {press("About", () => void navigate("/about"))}
      {press("Back", () => void navigate(-1))}
    </>
  );
}

const press = (name: string) => act(() => screen.getByRole("button", { name }).click());

test("Back finds the place of the last scroll event", () => {
  renderInApp(<Pages />, { path: "/feed" });
  scroll(2500);
  press("About");
  expect(scrollY).toBe(0);
  press("Back");
  expect(scrollY).toBe(2500);
});

test("Back finds the place after a filter that did not move the page", () => {
  renderInApp(<Pages />, { path: "/feed" });
  scroll(2500);
  press("Filter");
  press("About");
  expect(scrollY).toBe(0);
  press("Back");
  expect(scrollY).toBe(2500);
});

test("the place is stored when the page is left for another site", () => {
  renderInApp(<Pages />, { path: "/feed" });
  scroll(2500);
  press("Filter");
  fireEvent(window, new Event("pagehide"));
  expect(Object.values(sessionStorage)).toEqual(["2500", "2500"]);
});

test("a page that the browser kept and shows at its top goes back to its place", () => {
  renderInApp(<Pages />, { path: "/feed" });
  scroll(2500);
  fireEvent(window, new Event("pagehide"));
  move(0);
  fireEvent(window, Object.assign(new Event("pageshow"), { persisted: false }));
  expect(scrollY).toBe(0);
  fireEvent(window, Object.assign(new Event("pageshow"), { persisted: true }));
  expect(scrollY).toBe(2500);
});

test("a page that was opened at one of its parts can be left, where scrolling answers with a promise", () => {
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
  // TypeScript's type of it is of the browsers that answer nothing.
  scrolled.mockImplementation((async () => undefined) as () => void);
  const part = document.body.appendChild(document.createElement("section"));
  part.id = "removal";
  renderInApp(<Pages />, { path: "/contact#removal" });
  expect(scrolled).toHaveBeenCalledOnce();
  press("About");
  expect(screen.getByRole("button", { name: "Back" })).toBeTruthy();
  part.remove();
  scrolled.mockRestore();
});
