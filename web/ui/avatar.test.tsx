// @vitest-environment happy-dom
import { act, fireEvent } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { Avatar } from "./avatar.tsx";

test("a broken avatar is replaced by the name's first letter, until there is another picture", () => {
  const avatar = (url: string) => <Avatar url={url} name="opal" />;
  const { container, rerender } = renderInApp(avatar("https://i.redd.it/old.png"));
  fireEvent.error(container.querySelector("img") as HTMLImageElement);
  expect(container.querySelector("img")).toBeNull();
  expect(container.textContent).toBe("o");
  rerender(avatar("https://i.redd.it/new.png"));
  expect(container.querySelector("img")?.src).toBe("https://i.redd.it/new.png");
});

test("an avatar that failed offline is asked for again once the device is online", () => {
  const { container } = renderInApp(<Avatar url="https://i.redd.it/old.png" name="opal" />);
  fireEvent.error(container.querySelector("img") as HTMLElement);
  act(() => void dispatchEvent(new Event("online")));
  expect(container.querySelector("img")?.src).toBe("https://i.redd.it/old.png");
});

test("a name's first letter is a whole one", () => {
  const { container } = renderInApp(<Avatar url={null} name="𝒢em" />);
  expect(container.textContent).toBe("𝒢");
});
