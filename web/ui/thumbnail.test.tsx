// @vitest-environment happy-dom
import { act, fireEvent } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { Thumbnail } from "./thumbnail.tsx";

test("a broken picture falls back from the srcset to the plain one, then to an icon", () => {
  const url = "https://preview.redd.it/small.jpg";
  const pictures = [{ url: "https://preview.redd.it/wide.jpg", width: 320 }];
  const { container } = renderInApp(
    <Thumbnail url={url} pictures={pictures} sizes="96px" isCovered />,
  );
  const picture = () => container.querySelector("img") as HTMLImageElement;
  expect(picture()).toMatchObject({ sizes: "96px", loading: "lazy", alt: "" });
  expect(picture().srcset).toContain("wide.jpg");
  expect(picture().getAttribute("referrerpolicy")).toBe("no-referrer");
  expect(container.querySelectorAll("img.covered, .covered-eye")).toHaveLength(2);
  fireEvent.error(picture());
  expect([picture().src, picture().srcset]).toEqual([url, ""]);
  fireEvent.error(picture());
  expect(picture()).toBeNull();
  expect(container.querySelectorAll("svg")).toHaveLength(1);
});

test("of pictures of unknown width none is offered, and a broken plain one is not asked for again", () => {
  const pictures = [{ url: "https://preview.redd.it/unknown.jpg", width: 0 }];
  const url = "https://preview.redd.it/small.jpg";
  const { container } = renderInApp(<Thumbnail url={url} pictures={pictures} isCovered={false} />);
  const picture = container.querySelector("img") as HTMLImageElement;
  expect([picture.src, picture.srcset]).toEqual([url, ""]);
  expect(container.querySelector("img.covered, .covered-eye"), "not covered").toBeNull();
  fireEvent.error(picture);
  expect(container.querySelector("img")).toBeNull();
});

test("a picture that failed offline is asked for again once the device is online", () => {
  const url = "https://preview.redd.it/small.jpg";
  const { container } = renderInApp(<Thumbnail url={url} isCovered={false} />);
  const picture = () => container.querySelector("img");
  fireEvent.error(picture() as HTMLElement);
  expect(picture()).toBeNull();
  act(() => void dispatchEvent(new Event("online")));
  expect(picture()?.src).toBe(url);
});

test("without a plain picture the smallest of the sized ones takes its place", () => {
  const pictures = [320, 640].map((width) => ({
    url: `https://preview.redd.it/${width}.jpg`,
    width,
  }));
  const { container } = renderInApp(<Thumbnail url={null} pictures={pictures} isCovered={false} />);
  const picture = () => container.querySelector("img") as HTMLImageElement;
  expect(picture().src).toBe("https://preview.redd.it/320.jpg");
  fireEvent.error(picture());
  expect([picture().src, picture().srcset]).toEqual(["https://preview.redd.it/320.jpg", ""]);
});
