// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { COMPANION_ATTRIBUTE } from "#schema/companion-attribute.ts";
import { removeCompanion } from "#web/testing/companion.ts";
import { searchAnswer } from "#web/testing/listings.ts";
import { CHOICE_KEY, isOwnDue } from "./companion-state.ts";

afterEach(() => {
  removeCompanion();
  localStorage.clear();
});

test("the companion will fetch the server's listing again if it is on, was not refused and is the choice", () => {
  const page = document.documentElement;
  const refused = { ok: false, reason: "signed_out" } as const;
  page.setAttribute(COMPANION_ATTRIBUTE, "on");
  expect(isOwnDue(searchAnswer())).toBe(true);
  expect(isOwnDue({ ...searchAnswer(), refused })).toBe(false);
  expect(isOwnDue({ ...searchAnswer(), source: "companion" })).toBe(false);
  page.setAttribute(COMPANION_ATTRIBUTE, "off");
  expect(isOwnDue(searchAnswer())).toBe(false);
  page.setAttribute(COMPANION_ATTRIBUTE, "on");
  localStorage.setItem(CHOICE_KEY, "server");
  expect(isOwnDue(searchAnswer())).toBe(false);
});
