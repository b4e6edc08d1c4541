// @vitest-environment happy-dom
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { brand } from "#schema/brand.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { clientOf, signedOut } from "#web/testing/sessions.ts";
import { Layout } from "./layout.tsx";

const renderLayout = () =>
  renderInApp(<Layout footer="simple">Stones</Layout>, { client: clientOf(signedOut) });

test("the skip link moves the focus without a history entry", () => {
  vi.stubGlobal("scrollTo", () => undefined);
  renderLayout();
  const isFollowed = fireEvent.click(screen.getByRole("link", { name: "Skip to content" }));
  expect(isFollowed).toBe(false);
  const main = screen.getByRole("main");
  expect(document.activeElement).toBe(main);
  expect(main.getAttribute("tabindex"), "without one a browser refuses the focus").toBe("-1");
});

test("the header leads home and to the account", () => {
  renderLayout();
  const header = within(screen.getByRole("banner"));
  const home = header.getByRole("link", { name: `${brand.name} home` });
  expect(home.getAttribute("href")).toBe("/");
  const account = within(header.getByRole("navigation", { name: "Account" }));
  const links = account.getAllByRole("link").map(({ textContent }) => textContent);
  expect(links).toEqual(["Login", "Sign Up"]);
});
