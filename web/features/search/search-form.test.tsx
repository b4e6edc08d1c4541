// @vitest-environment happy-dom
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { BrowserRouter, useLocation } from "react-router";
import { expect, test, vi } from "vitest";
import { queryKeys } from "#schema/queries.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { keepEarlyTyping } from "./early-typing.ts";
import { SearchForm } from "./search-form.tsx";

const Address = () => <output>{useLocation().pathname}</output>;

/** In an app whose address is the browser's. */
const renderAt = (children: ReactNode) =>
  render(<QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>, {
    wrapper: BrowserRouter,
  });

const field = () => screen.getByRole("searchbox", { name: "Search Reddit users" });

test.each([
  ["header", "Search Reddit users", "Search Reddit users", "u/name"],
  ["hero", "Find a creator", "Reddit username", "Reddit username"],
] as const)(
  "the %s's form and field have names, and a phone's keyboard leaves a typed name as it is",
  (kind, form, name, placeholder) => {
    const { container } = renderInApp(<SearchForm kind={kind} />);
    expect(container.querySelector("search")?.getAttribute("aria-label")).toBe(form);
    const { attributes } = screen.getByRole("searchbox", { name });
    const set = Object.fromEntries(
      [...attributes].map((one) => [one.name.toLowerCase(), one.value]),
    );
    expect(set).toMatchObject({
      placeholder,
      autocomplete: "off",
      autocapitalize: "none",
      autocorrect: "off",
      spellcheck: "false",
      enterkeyhint: "search",
    });
  },
);

test("a search is trimmed and encoded, and an empty one does nothing", () => {
  renderInApp(
    <>
      <SearchForm kind="header" />
      <Address />
    </>,
  );
  const search = (typed: string) => {
    fireEvent.change(field(), { target: { value: typed } });
    // Left to the browser, a submit would load the page anew.
    expect(fireEvent.submit(field())).toBe(false);
    return screen.getByRole("status").textContent;
  };
  for (const empty of ["", "   ", "u/"]) expect(search(empty)).toBe("/");
  field().focus();
  expect(search("  u/gemhunter ")).toBe("/user/gemhunter");
  expect(document.activeElement, "its keyboard would cover a phone's page").toBe(document.body);
  expect(search("https://www.reddit.com/user/gemhunter/?sort=top")).toBe("/user/gemhunter");
  expect(search("/U/../a b?x")).toBe("/user/..%2Fa%20b%3Fx");
});

test("a search for the creator already shown adds no history entry and moves the focus to the page", () => {
  history.replaceState(null, "", "/user/gemhunter?sort=top");
  renderAt(
    <>
      <SearchForm kind="header" initial="gemhunter" />
      <main id="main" tabIndex={-1} />
    </>,
  );
  const before = history.length;
  field().focus();
  fireEvent.submit(field());
  expect(location.pathname + location.search).toBe("/user/gemhunter");
  expect(history.length).toBe(before);
  expect(document.activeElement).toBe(screen.getByRole("main"));
});

test("a double-click on Search adds one history entry", () => {
  history.replaceState(null, "", "/");
  renderAt(<SearchForm kind="header" initial="gemhunter" />);
  const before = history.length;
  act(() => {
    fireEvent.submit(field());
    fireEvent.submit(field());
  });
  expect(location.pathname).toBe("/user/gemhunter");
  expect(history.length - before).toBe(1);
});

test("searching again for a creator whose search failed asks again, and one that is shown does not", async () => {
  history.replaceState(null, "", "/user/gemhunter");
  const answers = [Promise.reject(new Error("down")), Promise.resolve("posts")];
  const search = vi.fn<() => Promise<string> | undefined>(() => answers.shift());
  const searchTop = vi.fn<() => Promise<string>>(() => Promise.reject(new Error("down")));
  function Listing() {
    const newest = queryKeys.search("gemhunter", "new");
    const { data, status } = useQuery({ queryKey: newest, queryFn: search, retry: false });
    const top = queryKeys.search("gemhunter", "top");
    const other = useQuery({ queryKey: top, queryFn: searchTop, retry: false });
    return <output>{other.isError ? (data ?? status) : "pending"}</output>;
  }
  renderAt(
    <>
      <SearchForm kind="header" initial="gemhunter" />
      <Listing />
    </>,
  );
  const shows = (text: string) =>
    waitFor(() => expect(screen.getByRole("status").textContent).toBe(text));
  await shows("error");
  fireEvent.submit(field());
  await shows("posts");
  fireEvent.submit(field());
  await shows("posts");
  expect(search).toHaveBeenCalledTimes(2);
  expect(searchTop, "not what another order failed to show").toHaveBeenCalledOnce();
});

test("text typed into the first view's forms is in the app's forms of the same names, once", () => {
  const labels = { header: "Search Reddit users", hero: "Find a creator" };
  document.body.innerHTML = Object.values(labels)
    .map((label) => `<search aria-label="${label}"><input name="username" /></search>`)
    .join("");
  keepEarlyTyping(document);
  const fields = document.querySelectorAll("input");
  fields.forEach((one, at) => {
    one.focus();
    one.value = ["gemhunt", "tallp"][at] ?? "";
  });
  const show = (kind: keyof typeof labels) =>
    renderInApp(<SearchForm kind={kind} />).container.querySelector("input");
  expect(show("header")?.value, "the first view is still there").toBe("");
  cleanup();
  document.body.replaceChildren();
  const [hero, header] = [show("hero"), show("header")];
  expect(header?.value).toBe("gemhunt");
  expect(hero?.value).toBe("tallp");
  expect(document.activeElement).toBe(hero);
  cleanup();
  expect(show("hero")?.value).toBe("");
  expect(document.activeElement).toBe(document.body);
});
