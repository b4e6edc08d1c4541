// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { eventually } from "#web/testing/eventually.ts";
import { fetchFirstPage } from "./routes.tsx";

const narrow = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock("#web/features/feed/narrow-tools.tsx", () => narrow.promise);

afterEach(() => history.replaceState(null, "", "/"));

/** Whether the app starts while the code of the filters is not there. */
async function startsAt(search: string) {
  history.replaceState(null, "", `/user/gemhunter${search}`);
  let hasStarted = false;
  void fetchFirstPage("/user/gemhunter").then(() => (hasStarted = true));
  await import("#web/pages/user.tsx");
  await new Promise((resolve) => setTimeout(resolve));
  return () => hasStarted;
}

test("an address with filters keeps its first view until their code is there, even if it fails", async () => {
  expect((await startsAt("?sort=top&media=gif"))()).toBe(true);
  const hasStarted = await startsAt("?sort=top&q=opal");
  expect(hasStarted()).toBe(false);
  narrow.reject(new TypeError("Failed to fetch"));
  await eventually(() => expect(hasStarted()).toBe(true));
});
