// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { goneMedia, postOf } from "#web/testing/posts.ts";
import { toastStore } from "#web/features/toasts/toast-store.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { downloadPicture } from "./download-picture.ts";
import { extensionOf } from "./extension.ts";
import { fetchMedia } from "./fetch-media.ts";

vi.mock("#web/lib/save-file.ts");

test.each([
  ["image/png; charset=binary", "https://i.redd.it/a.jpg", "png"],
  ["application/octet-stream", "https://i.redd.it/a.WEBP?s=1", "webp"],
  ["application/octet-stream", "https://i.redd.it/a.exe", "jpg"],
  ["", "https://i.redd.it/a", "jpg"],
  ["image/svg+xml", "https://files.example/a.jpg", "jpg"],
  ["image/svg+xml", "https://files.example/a.svg", "jpg"],
])("a file of the type %j at %s is saved as %s", (type, url, extension) => {
  expect(extensionOf(type, url, "jpg")).toBe(extension);
});

const sendPage = async () =>
  new Response("<h1>Gone</h1>", { headers: { "content-type": "text/html; charset=utf-8" } });
const SENTENCE = "Its host sent a page in place of the file.";

test("a page in place of a picture is not saved", async () => {
  vi.stubGlobal("fetch", sendPage);
  vi.stubGlobal("open", () => ({ opener: null }));
  await downloadPicture(postOf(), 0);
  expect(saveFile).not.toHaveBeenCalled();
  expect(toastStore.read()).toMatchObject({ description: SENTENCE });
});

test("a page in place of a video is no file", async () => {
  vi.stubGlobal("fetch", sendPage);
  const { signal } = new AbortController();
  const saved = fetchMedia(goneMedia("https://v.redd.it/a.mp4"), { signal, onProgress: () => {} });
  await expect(saved).rejects.toThrow(SENTENCE);
});
