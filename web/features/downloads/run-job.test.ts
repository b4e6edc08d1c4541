// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { toastStore } from "#web/features/toasts/toast-store.ts";
import { eventually } from "#web/testing/eventually.ts";
import { postOf } from "#web/testing/posts.ts";
import { jobStore } from "./job-store.ts";
import { saveArchive } from "./run-job.ts";
import { unlessAborted } from "./unless-aborted.ts";
import { writeArchive } from "./write-archive.ts";

vi.mock("./write-archive.ts", { spy: true });

/** Whether the browser asks before it leaves the page. */
const isAsked = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("the card says at once what an archive waits for; meanwhile a second one is refused, and leaving the page asks first", async () => {
  vi.mocked(writeArchive).mockImplementation((_items, _writable, { onItem, onWait, signal }) => {
    onItem(0);
    onWait("Offline: waiting for the network");
    return unlessAborted(new Promise(() => undefined), signal);
  });
  void saveArchive("posts.zip", [postOf()]);
  await eventually(() => screen.getByText("Offline: waiting for the network"));
  expect(isAsked()).toBe(true);
  void saveArchive("other.zip", [postOf()]);
  expect(toastStore.read()?.title).toBe("One download at a time");
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await eventually(() => expect(jobStore.read()).toBeNull());
  expect(isAsked()).toBe(false);
});
