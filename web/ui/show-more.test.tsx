// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { ShowMore } from "./show-more.tsx";

function List({ rows, hasMore }: { rows: number; hasMore: boolean }) {
  const query = { hasNextPage: hasMore, isFetchingNextPage: false, fetchNextPage: () => undefined };
  return (
    <section>
      <ul>
        {Array.from({ length: rows }, (_, at) => (
          <li key={at}>{`Row ${at}`}</li>
        ))}
      </ul>
      <div>
        <ShowMore query={query} />
      </div>
    </section>
  );
}

test("the last page moves the focus of its button to the last row", async () => {
  const { rerender } = renderInApp(<List rows={2} hasMore />);
  const button = screen.getByRole("button", { name: "Show more" });
  button.focus();
  rerender(<List rows={4} hasMore />);
  await Promise.resolve();
  expect(document.activeElement).toBe(button);
  rerender(<List rows={5} hasMore={false} />);
  await Promise.resolve();
  expect(document.activeElement?.textContent).toBe("Row 4");
});

test("the last page takes no focus from elsewhere", async () => {
  const { rerender } = renderInApp(<List rows={2} hasMore />);
  rerender(<List rows={4} hasMore={false} />);
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
});
