// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { postOf } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { DownloadLoaded } from "./download-loaded.tsx";
import { askForZip } from "./jobs.ts";
import { withDownloads } from "./with-downloads.ts";

vi.mock("./jobs.ts", () => ({ askForZip: vi.fn<typeof askForZip>() }));

/** Whether the press has asked, once its code is there. */
async function pressAnd(then: () => void): Promise<boolean> {
  vi.mocked(askForZip).mockClear();
  act(() => screen.getByRole("button", { name: "Download what is shown" }).click());
  then();
  await withDownloads(() => undefined);
  return vi.mocked(askForZip).mock.calls.length > 0;
}

test("a page that is left while the code is fetched asks nothing any more", async () => {
  const { unmount } = renderInApp(<DownloadLoaded posts={[postOf()]} filter="all" />);
  expect(await pressAnd(() => undefined)).toBe(true);
  expect(await pressAnd(unmount)).toBe(false);
});
