// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { postOf } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { SeenNote } from "./seen-note.tsx";
import { noteSeen } from "./seen-posts.ts";

afterEach(() => localStorage.clear());

const DAY_MS = 86_400_000;

test.each(["Close", /^Forget/])(
  "%s gives the focus back to where it came into the note from",
  (name) => {
    noteSeen("gemhunter", { before: null, newest: 1, ids: ["abc12"] }, Date.now() - 3 * DAY_MS);
    const feed = { posts: [postOf()], isByTime: true, hasMore: false, hidden: null };
    renderInApp(
      <>
        <button type="button">Last card</button>
        <SeenNote username="gemhunter" {...feed} onHide={() => undefined} />
      </>,
    );
    const card = screen.getByRole("button", { name: "Last card" });
    const button = screen.getByRole("button", { name });
    fireEvent.focusIn(button, { relatedTarget: card });
    fireEvent.focusIn(button, { relatedTarget: screen.getByRole("button", { name: "Hide seen" }) });
    button.focus();
    fireEvent.click(button);
    expect(screen.queryByRole("button", { name })).toBeNull();
    expect(document.activeElement).toBe(card);
  },
);
