import { expect, test } from "vitest";
import { postOf } from "#web/testing/posts.ts";
import { externalLink, safeHref } from "./external-link.ts";

test.each([
  ["https://www.redgifs.com/watch/abc", "Watch on RedGifs"],
  ["https://gfycat.com/abc", "Watch on Gfycat"],
  ["https://i.imgur.com/abc.gifv", "View on Imgur"],
  ["https://i.redd.it/abc.jpg", "View Full Size"],
  ["https://v.redd.it/abc", "View Full Size"],
  ["http://example.com/abc", "View External"],
  ["https://notredd.it/abc.jpg", "View External"],
  ["https://redgifs.com.evil.example/abc", "View External"],
])("%s is offered as %s", (url, label) => {
  expect(externalLink(postOf({ url }))).toEqual({ href: url, label });
});

test("the address of a Reddit post is a link, a script is none", () => {
  const { redditUrl } = postOf();
  expect(safeHref(redditUrl)).toBe(redditUrl);
  expect(safeHref("javascript:alert(1)")).toBeUndefined();
});

test("an address that is neither http nor https is not a link", () => {
  expect(externalLink(postOf({ url: "javascript:alert(1)" }))).toBeNull();
  expect(externalLink(postOf({ url: "not an address" }))).toBeNull();
});
