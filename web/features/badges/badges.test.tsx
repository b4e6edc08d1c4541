// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { queryKeys } from "#schema/queries.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { PAGE_REGION } from "#web/lib/announce.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { Badges } from "./badges.tsx";

afterEach(dismissToast);

const badge = (title: string) => ({ title, color: "gray" });
const titles = () => screen.getAllByRole("listitem").map((item) => item.textContent);
const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Refresh badges" });

/** Presses Refresh twice and returns the one API call. */
async function pressRefresh() {
  const calls = holdApiCalls();
  const client = createQueryClient();
  client.setQueryData(queryKeys.badges("GemHunter"), [badge("Old")]);
  renderInApp(
    <>
      <p id={PAGE_REGION} />
      <Badges username="GemHunter" />
    </>,
    { client },
  );
  expect(titles()).toEqual(["Old"]);
  fireEvent.click(button());
  expect(button().getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(button());
  const call = await callTo(calls, "/api/badges/users/gemhunter/refresh");
  expect(calls).toEqual([call]);
  return call;
}

test("a refresh replaces the badges, and a second press during it is ignored", async () => {
  const call = await pressRefresh();
  expect(call.method).toBe("POST");
  call.answer({ badges: [badge("New"), badge("Newer")] });
  await waitFor(() => expect(titles()).toEqual(["New", "Newer"]));
  await waitFor(() => expect(button().getAttribute("aria-disabled")).toBe("false"));
  expect(toastStore.read()).toBeNull();
});

test("a refresh is announced, also where the badges stay the same", async () => {
  const call = await pressRefresh();
  call.answer({ badges: [badge("Old")] });
  expect(await screen.findByText("Badges refreshed")).toBeTruthy();
});

test("a failed refresh shows a toast and keeps the badges", async () => {
  const call = await pressRefresh();
  call.answer({ success: false, error: "http.internal", message: "Not now." }, 500);
  await waitFor(() => expect(button().getAttribute("aria-disabled")).toBe("false"));
  expect(toastStore.read()).toMatchObject({
    title: "Failed to refresh badges",
    description: "HTTP error! status: 500",
    tone: "destructive",
  });
  expect(titles()).toEqual(["Old"]);
  expect(screen.queryByText("Badges refreshed")).toBeNull();
});

test("a badge with an address is a link that opens in a new tab and says so; a pink one is highlighted", () => {
  const client = createQueryClient();
  const actionUrl = "https://unearth.example/about";
  client.setQueryData(queryKeys.badges("GemHunter"), [
    { title: "Popular", color: "pink", actionUrl },
    badge("Creator"),
  ]);
  renderInApp(<Badges username="GemHunter" />, { client });
  const link = screen.getByRole<HTMLAnchorElement>("link", {
    name: "Popular (opens in a new tab)",
  });
  expect([link.href, link.target, link.rel]).toEqual([actionUrl, "_blank", "noopener noreferrer"]);
  expect(link.className).toContain("border-garnet");
  expect(screen.getByText("Creator").className).not.toContain("border-garnet");
});

test("a refresh without an answer names no status", async () => {
  (await pressRefresh()).lose();
  await waitFor(() => expect(toastStore.read()?.title).toBe("Failed to refresh badges"));
  expect(toastStore.read()?.description).toBeUndefined();
});

test("badges that could not be loaded can be refreshed", async () => {
  const calls = holdApiCalls();
  renderInApp(<Badges username="GemHunter" />);
  (await callTo(calls, "/api/badges/users/gemhunter")).answer({}, 500);
  expect(await screen.findByText("Failed to load badges")).toBeTruthy();
  fireEvent.click(button());
  (await callTo(calls, "/refresh")).answer({ badges: [badge("New")] });
  await waitFor(() => expect(titles()).toEqual(["New"]));
  expect(screen.queryByText("Failed to load badges")).toBeNull();
});

test("a creator whom only the companion knows has no badges, and nothing says that they failed", async () => {
  const calls = holdApiCalls();
  const { client } = renderInApp(<Badges username="GemHunter" />);
  const call = await callTo(calls, "/api/badges/users/gemhunter");
  const unknown = { success: false, error: "badges.user_not_found", message: "Not there." };
  call.answer(unknown, 404);
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.queryByText("Failed to load badges")).toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
});
