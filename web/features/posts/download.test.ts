import { expect, test } from "vitest";
import { imageMedia, postOf } from "#web/lib/testing/posts.ts";
import { currentPicture, fileName } from "./download.ts";
import { shareAddress } from "./share.ts";

const gallery = postOf({
  media: {
    kind: "gallery",
    items: [imageMedia, { ...imageMedia, image: { url: "two", width: 1, height: 1 } }],
  },
});

test("what is saved is the picture on the stage", () => {
  expect(currentPicture(postOf(), 0)).toBe("https://i.redd.it/full.jpg");
  expect(currentPicture(gallery, 1)).toBe("two");
  expect(currentPicture(gallery, 9)).toBeNull();
});

test("a file is named by person, post and place, and by nothing a name could smuggle in", () => {
  expect(fileName(postOf(), 0, "image/png")).toBe("gemhunter-abc12.png");
  expect(fileName(gallery, 1, "image/jpeg")).toBe("gemhunter-abc12-2.jpg");
  expect(fileName(postOf({ username: "../a b" }), 0, "")).toBe("___a_b-abc12.jpg");
});

test("a shared link opens the post on its author's page", () => {
  expect(shareAddress(postOf(), "https://unearth.example")).toBe(
    "https://unearth.example/user/gemhunter?post=abc12",
  );
});
