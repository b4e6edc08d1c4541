import { expect, test } from "vitest";
import { imageMedia, postOf } from "#web/testing/posts.ts";
import { currentPicture, fileName } from "./picture.ts";

const gallery = postOf({
  media: {
    kind: "gallery",
    items: [imageMedia, { ...imageMedia, image: { url: "two", width: 1, height: 1 } }],
  },
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
