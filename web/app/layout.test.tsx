// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { queryKeys } from "#schema/queries.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { signedOut } from "#web/testing/sessions.ts";
import { Layout } from "./layout.tsx";

afterEach(() => vi.unstubAllGlobals());

test("the skip link moves the focus without a history entry", () => {
  vi.stubGlobal("scrollTo", () => undefined);
  const client = createQueryClient();
  client.setQueryData(queryKeys.session(), signedOut);
  renderInApp(<Layout footer="simple">Stones</Layout>, { client });
  const isFollowed = fireEvent.click(screen.getByRole("link", { name: "Skip to content" }));
  expect(isFollowed).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole("main"));
});
