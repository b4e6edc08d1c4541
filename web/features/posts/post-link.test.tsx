// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { useLocation } from "react-router";
import { expect, test } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { PostLink } from "./post-link.tsx";

const Address = () => <output>{useLocation().search}</output>;

function renderLink() {
  const hold = { isCovered: false, endedHold: () => false, handlers: {} } as never;
  renderInApp(
    <>
      <PostLink id="t3_one" hold={hold}>
        חול וים!
      </PostLink>
      <Address />
    </>,
  );
}

/** Whether the app handled the click. The listener on window runs last, and keeps happy-dom from opening a page. */
function isTaken(init = {}): boolean {
  let taken = false;
  const onClick = (event: Event) => {
    taken = event.defaultPrevented;
    event.preventDefault();
  };
  addEventListener("click", onClick, { once: true });
  fireEvent.click(screen.getByRole("link"), init);
  return taken;
}

test("a title written from right to left keeps its own direction", () => {
  renderLink();
  expect(screen.getByRole("link").getAttribute("dir")).toBe("auto");
});

test("a press opens the post over the page; one with a modifier key is left to the browser", () => {
  renderLink();
  for (const key of ["ctrlKey", "metaKey", "shiftKey", "altKey"])
    expect(isTaken({ [key]: true }), key).toBe(false);
  expect(isTaken({ button: 1 })).toBe(false);
  expect(screen.getByRole("status").textContent).toBe("");
  expect(isTaken()).toBe(true);
  expect(screen.getByRole("status").textContent).toBe("?post=one");
});
