// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { eventually } from "#web/testing/eventually.ts";
import { postOf } from "#web/testing/posts.ts";
import { jobStore } from "./job-store.ts";
import { saveArchive } from "./run-job.ts";
import { unlessAborted } from "./unless-aborted.ts";
import { writeArchive } from "./write-archive.ts";

vi.mock("./write-archive.ts", { spy: true });

test("the card says at once what an archive waits for", async () => {
  vi.mocked(writeArchive).mockImplementation((_items, _writable, { onItem, onWait, signal }) => {
    onItem(0);
    onWait("Offline: waiting for the network");
    return unlessAborted(new Promise(() => undefined), signal);
  });
  void saveArchive("posts.zip", [postOf()]);
  await eventually(() => screen.getByText("Offline: waiting for the network"));
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await eventually(() => expect(jobStore.read()).toBeNull());
});
