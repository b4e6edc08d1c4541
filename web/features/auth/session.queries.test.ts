// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "#web/api/query-client.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { clientOf, signedIn, signedOut } from "#web/testing/sessions.ts";
import { sessionQuery } from "./session.queries.ts";

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

function showPicture(): HTMLImageElement {
  const picture = document.createElement("img");
  Object.defineProperty(picture, "complete", { value: false });
  const article = document.createElement("article");
  article.append(picture);
  document.body.append(article);
  return picture;
}

const turns = () => new Promise((resolve) => setTimeout(resolve));

test("the status is requested after the first picture has loaded", async () => {
  const calls = holdApiCalls();
  const picture = showPicture();
  const status = createQueryClient().fetchQuery(sessionQuery());
  await turns();
  expect(calls).toEqual([]);
  picture.dispatchEvent(new Event("load"));
  (await callTo(calls, "/api/auth/status")).answer(signedOut);
  expect(await status).toEqual(signedOut);
});

test("the status waits neither for a failed picture nor longer than two seconds", async () => {
  const broken = holdApiCalls();
  const picture = showPicture();
  void createQueryClient().fetchQuery(sessionQuery());
  picture.dispatchEvent(new Event("error"));
  await callTo(broken, "/api/auth/status");
  vi.useFakeTimers();
  const late = holdApiCalls();
  void createQueryClient().fetchQuery(sessionQuery());
  await vi.advanceTimersByTimeAsync(1_999);
  expect(late).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(late).toHaveLength(1);
});

test("a known session that a status finds ended is reported, by later statuses too", async () => {
  const client = clientOf(signedIn);
  for (const time of ["first", "second"]) {
    const calls = holdApiCalls();
    const status = client.fetchQuery({ ...sessionQuery(), staleTime: 0 });
    (await callTo(calls, "/api/auth/status")).answer(signedOut);
    expect(await status, time).toEqual({ ...signedOut, hasEnded: true });
  }
});
