// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { ShowMore } from "./show-more.tsx";

const IDLE = {
  hasNextPage: true,
  isFetchingNextPage: false,
  isFetching: false,
  fetchNextPage: async () => ({ isFetchNextPageError: false }),
};

function List({ rows, hasMore }: { rows: number; hasMore: boolean }) {
  const query = { ...IDLE, hasNextPage: hasMore };
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
  expect((document.activeElement as HTMLElement).tabIndex).toBe(-1);
});

test("a press loads once, and the button keeps the focus meanwhile", () => {
  const fetchNextPage = vi.fn<typeof IDLE.fetchNextPage>(IDLE.fetchNextPage);
  const button = (isFetchingNextPage: boolean) => (
    <ShowMore query={{ ...IDLE, isFetchingNextPage, fetchNextPage }} />
  );
  const { rerender } = renderInApp(button(false));
  const press = () => fireEvent.click(screen.getByRole("button"));
  press();
  rerender(button(true));
  press();
  expect(fetchNextPage).toHaveBeenCalledOnce();
  const loading = screen.getByRole<HTMLButtonElement>("button", { name: "Loading..." });
  expect([loading.getAttribute("aria-disabled"), loading.disabled]).toEqual(["true", false]);
});

test("the last page takes no focus from elsewhere", async () => {
  const { rerender } = renderInApp(<List rows={2} hasMore />);
  rerender(<List rows={4} hasMore={false} />);
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
});
