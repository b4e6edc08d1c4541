// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { useLocation, useNavigationType } from "react-router";
import { afterEach, expect, test } from "vitest";
import { storeAdminToken } from "#web/features/admin/admin-token.ts";
import { endSessionInAnotherTab } from "#web/testing/admin-session.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { feedbackOf } from "#web/testing/feedback.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { AdminPage } from "./admin.tsx";

afterEach(() => localStorage.clear());

const Place = () => <output>{`${useNavigationType()} ${useLocation().search}`}</output>;

test("of the feedback only a request for removal has the way to it, and the open tab replaces the address", async () => {
  localStorage.setItem("adminToken", "secret");
  const calls = holdApiCalls();
  renderInApp(
    <>
      <AdminPage />
      <Place />
    </>,
    { path: "/admin?x=1" },
  );
  const open = (name: string) => fireEvent.click(screen.getByRole("tab", { name }));
  open("User Feedback");
  const place = () => screen.getByText(/^REPLACE|^PUSH/).textContent;
  expect(place()).toBe("REPLACE ?tab=feedback");
  (await callTo(calls, "/api/feedback")).answer({
    success: true,
    feedback: [
      feedbackOf({ id: "1" }),
      feedbackOf({ id: "2", type: "removal", description: "1abcd9" }),
    ],
    total: 2,
    counts: { open: 2, in_progress: 0, resolved: 0, closed: 0 },
    nextPage: null,
  });
  await screen.findByText("2 of 2 shown");
  expect(screen.getAllByRole("link", { name: /^Remove this/ })).toHaveLength(1);
  open("NSFW Subreddits");
  expect(place(), "without the default").toBe("REPLACE ");
});

test.each([
  ["stays typed through the end of the session", endSessionInAnotherTab, "gems"],
  ["is dropped by a logout", () => storeAdminToken(null), ""],
])("the name of a community that is not added yet %s", (_what, end, kept) => {
  localStorage.setItem("adminToken", "secret");
  holdApiCalls();
  renderInApp(<AdminPage />);
  const name = () => screen.getByLabelText<HTMLInputElement>("Add a subreddit");
  fireEvent.change(name(), { target: { value: "gems" } });
  act(end);
  expect(screen.getByLabelText("Admin password")).toBeTruthy();
  act(() => storeAdminToken("new"));
  expect(name().value).toBe(kept);
});
