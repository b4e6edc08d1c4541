import { expect, test } from "vitest";
import { safeReturnUrl } from "./return-url.ts";

const back = (value: string | null) => safeReturnUrl(value, "https://unearth.example");

test.each([
  ["/account", "/account"],
  ["/user/gem?sort=top&post=abc#x", "/user/gem?sort=top&post=abc#x"],
  ["/a/../account", "/account"],
])("%s is a page of ours: %s", (value, path) => {
  expect(back(value)).toBe(path);
});

test.each([
  null,
  "",
  "account",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/.//evil.example",
  "https://evil.example/",
  "javascript:alert(1)",
  "https://unearth.example/account",
  "/login?returnUrl=/login",
  "/signup",
])("%j leads home", (value) => {
  expect(back(value)).toBe("/");
});
