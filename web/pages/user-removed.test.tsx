// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { queryKeys } from "#schema/queries.ts";
import { searchAnswer } from "#web/testing/listings.ts";
import { clientOf, signedOut } from "#web/testing/sessions.ts";
import { renderUser } from "#web/testing/user-page.tsx";

const answer = searchAnswer({ profileState: "removed", message: "Removed at request." });
const HEADING = { name: "Removed at request", level: 1 };

test("the page of a removed creator says so from the first render, and its title never names the creator", async () => {
  const client = clientOf(signedOut);
  client.setQueryData(queryKeys.search("GemHunter", "new"), {
    pages: [answer],
    pageParams: [null],
  });
  for (const visit of ["the first", "a later"]) {
    document.title = "";
    renderUser("/user/GemHunter", client);
    expect(screen.getByRole("heading", HEADING), visit).toBeTruthy();
    expect(document.title, visit).toMatch(/^Removed at request/);
    expect(await screen.findByRole("link", { name: "Contact us" })).toBeTruthy();
    expect(document.title, visit).toMatch(/^Removed at request/);
    cleanup();
  }
});
