// @vitest-environment happy-dom
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Rank } from "./rank.tsx";

test("a rank is one text node, because Orca reads two as two lines", () => {
  render(<Rank rank={4} />);
  expect(screen.getByText("Rank 4").childNodes).toHaveLength(1);
});
