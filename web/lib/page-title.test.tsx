// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, expect, test } from "vitest";
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

test("a page that appears with an open post gets its own title back when the post closes", () => {
  document.title = "The page before";
  const { rerender } = render(<Page title="This page" isOpen />);
  expect(document.title).toBe("A post");
  rerender(<Page title="This page" isOpen={false} />);
  expect(document.title).toBe("This page");
});

test("a title that changes under an open post shows when the post closes", () => {
  const { rerender } = render(<Page title="This page" isOpen />);
  rerender(<Page title="Another" isOpen />);
  expect(document.title).toBe("A post");
  rerender(<Page title="Another" isOpen={false} />);
  expect(document.title).toBe("Another");
});
