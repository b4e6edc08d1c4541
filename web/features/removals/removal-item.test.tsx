// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Removal } from "#schema/api/removals.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { RemovalItem } from "./removal-item.tsx";

vi.mock("#schema/brand.ts", async (load) => {
  const { brand } = await load<typeof import("#schema/brand.ts")>();
  return { brand: { ...brand, links: { ...brand.links, reddit: "https://example.com/ours" } } };
});

test.each([
  ["user", "t3_maker", "https://www.reddit.com/user/t3_maker"],
  ["post", "t3_abc12", "https://www.reddit.com/comments/abc12"],
  ["subreddit", "t3_pictures", "https://www.reddit.com/r/t3_pictures"],
] as const)(
  "a removed %s is linked at Reddit by its own name, whatever the footer links",
  (kind, key, address) => {
    const added = { createdBy: "session", createdAt: "2026-11-20T12:00:00.000Z" };
    const removal: Removal = { id: "1", kind, key, reason: "person", note: null, ...added };
    renderInApp(<RemovalItem removal={removal} />);
    const links = screen.getAllByRole<HTMLAnchorElement>("link").map(({ href }) => href);
    expect(links).toContain(address);
    expect(screen.queryByRole("link", { name: "What visitors see" }) !== null).toBe(
      kind === "user",
    );
  },
);
