import { matchRoutes } from "react-router";
import { expect, test } from "vitest";
import { PAGE_NAMES, PAGES, pageAt, usernameAt } from "#schema/pages.ts";

const routes = PAGE_NAMES.map((id) => ({ id, path: PAGES[id].path }));
const matchOf = (address: string) => matchRoutes(routes, address)?.at(-1);

const plain = PAGE_NAMES.map((name) => PAGES[name].path).filter((path) => /^\/\w*$/.test(path));
const addresses = [
  ...plain,
  ...plain.map((path) => `${path}/`),
  ...plain.map((path) => `${path}/more`),
  "/user",
  "/user/",
  "/user/gemhunter",
  "/user/gemhunter/",
  "/user/gemhunter/posts",
  "/user/a.b%2Fc",
  "/user/%20caf%C3%A9",
  "/users",
  "/no/such/page",
].map((path) => path.replaceAll("//", "/"));

test("pageAt finds the same page as React Router's matching", () => {
  for (const address of addresses)
    expect(pageAt(address), address).toBe(matchOf(address)?.route.id);
});

test("usernameAt finds the same creator as React Router's matching", () => {
  const named = addresses.filter((address) => usernameAt(address));
  expect(named).toHaveLength(4);
  for (const address of addresses)
    expect(usernameAt(address), address).toBe(matchOf(address)?.params["username"] ?? "");
});

test("an address with a malformed escape is no page, and names no creator", () => {
  for (const address of ["/user/%E4", "/user/%E0%A4%A", "/user/%", "/%E4"]) {
    expect(pageAt(address), address).toBe("not-found");
    expect(usernameAt(address), address).toBe("");
  }
});
