// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { CreatorChips } from "./creator-chips.tsx";

afterEach(cleanup);

test.each([
  [100, undefined, "Creator"],
  [101, undefined, "Popular, Creator"],
  [50, 50, "Creator"],
  [51, 50, "Popular, Creator"],
] as const)("%i hearts, popular above %s, are read as “%s”", (heartCount, popularAbove, words) => {
  const { container } = render(<CreatorChips {...{ heartCount, popularAbove }} />);
  expect(container.textContent).toBe(words);
});

test("the chips' paragraph is a block, so that Firefox keeps it in its accessibility tree", () => {
  const { container } = render(<CreatorChips heartCount={101} className="gap-1.5" />);
  expect(container.querySelector("p")?.className).toBe("");
});
