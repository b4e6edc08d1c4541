import { afterEach, expect, test, vi } from "vitest";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { imageMedia, postOf } from "#web/testing/posts.ts";
import { currentPicture, downloadPicture, fileName } from "./picture.ts";

const gallery = postOf({
  media: {
    kind: "gallery",
    items: [imageMedia, { ...imageMedia, image: { url: "two", width: 1, height: 1 } }],
  },
});

afterEach(() => {
  vi.unstubAllGlobals();
  dismissToast();
});

test.each([
  [() => Promise.resolve(new Response(null, { status: 404 })), "Its host no longer has it."],
  [
    () => Promise.reject(new TypeError("Failed to fetch")),
    "Its host cannot be reached, or does not allow saving from here.",
  ],
])("a picture that cannot be read opens in a tab, and says why: %#", async (answer, why) => {
  const open = vi.fn<typeof globalThis.open>();
  vi.stubGlobal("open", open);
  vi.stubGlobal("fetch", answer);
  await downloadPicture(postOf(), 0);
  expect(open).toHaveBeenCalledWith(imageMedia.image.url, "_blank", "noopener,noreferrer");
  expect(toastStore.read()).toMatchObject({ title: "Opened in a new tab", description: why });
});

test("the download is the picture in view", () => {
  expect(currentPicture(postOf(), 0)).toBe("https://i.redd.it/full.jpg");
  expect(currentPicture(gallery, 1)).toBe("two");
  expect(currentPicture(gallery, 9)).toBeNull();
});

test("a picture is saved under its author, title, id and place, with the extension of its type", () => {
  expect(fileName(postOf(), 0, "image/png")).toBe("gemhunter-A-stone-in-the-river-abc12.png");
  expect(fileName(gallery, 1, "image/jpeg")).toBe("gemhunter-A-stone-in-the-river-abc12-2.jpg");
  expect(fileName(postOf({ username: "../a b", title: "" }), 0, "")).toBe("___a_b-abc12.jpg");
});
