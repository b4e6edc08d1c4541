// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, expect, test } from "vitest";
import { PAGE_REGION } from "./announce.ts";
import { setOverlayTitle, usePageTitle } from "./page-title.ts";

afterEach(cleanup);

function Overlay() {
  useEffect(() => {
    setOverlayTitle("A post");
    return () => setOverlayTitle(undefined);
  }, []);
  return null;
}

function Page({ title, isOpen }: { title: string; isOpen: boolean }) {
  usePageTitle(title);
  return isOpen && <Overlay />;
}

test("the title of the first page is not announced: browsers announce it", () => {
  const { container } = render(
    <>
      <p id={PAGE_REGION} aria-live="polite" />
      <Page title="First page" isOpen={false} />
    </>,
  );
  expect(document.title).toBe("First page");
  expect(container.textContent).toBe("");
});

test("a page that appears under an open post shows its own title when the post closes", () => {
  document.title = "The page before";
  const { rerender } = render(<Page title="This page" isOpen />);
  expect(document.title).toBe("A post");
  rerender(<Page title="This page" isOpen={false} />);
  expect(document.title).toBe("This page");
});

test("a title that changes under an open post is shown when the post closes", () => {
  const { rerender } = render(<Page title="This page" isOpen />);
  rerender(<Page title="Another" isOpen />);
  expect(document.title).toBe("A post");
  rerender(<Page title="Another" isOpen={false} />);
  expect(document.title).toBe("Another");
});

test("the title of a later page is announced, that of an open post is not", () => {
  const announcing = (title: string, isOpen: boolean) => (
    <>
      <p id={PAGE_REGION} aria-live="polite" />
      <Page title={title} isOpen={isOpen} />
    </>
  );
  const { rerender, container } = render(announcing("This page", false));
  rerender(announcing("Next page", false));
  expect(document.title).toBe("Next page");
  expect(container.textContent).toBe("Next page");
  rerender(announcing("Next page", true));
  expect(document.title).toBe("A post");
  expect(container.textContent).toBe("Next page");
});
