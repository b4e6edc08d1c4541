// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Post } from "#schema/api/posts.ts";
import { holdApiCalls } from "#web/testing/api.ts";
import { imageMedia, postOf, videoFile, videoMedia } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { PostViewer } from "./post-viewer.tsx";

afterEach(() => history.replaceState(null, "", "/"));

const loop = {
  ...videoMedia,
  sources: [videoFile("https://v.redd.it/a/CMAF_480.mp4")],
  isLoop: true,
  hasAudio: false,
};
const gallery: Post["media"] = { kind: "gallery", items: [imageMedia, imageMedia] };

async function openFirst(media: Post["media"]) {
  holdApiCalls();
  const path = "/following?post=abc12";
  history.replaceState(null, "", path);
  const posts = [postOf({ title: "First", media }), postOf({ id: "t3_def34", title: "Second" })];
  renderInApp(<PostViewer posts={posts} />, { path });
  await screen.findByRole("region", { name: "First" });
  // An effect sets the title, with those that listen to the keys.
  await waitFor(() => expect(document.title).toContain("First"));
}

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const box = (name: string) => screen.findByRole("region", { name });

test.each<[string, Post["media"], () => HTMLElement]>([
  ["a thumbnail", gallery, () => screen.getByRole("button", { name: "Image 2" })],
  ["the pictures", gallery, () => screen.getByRole("region", { name: "Pictures" })],
  ["a loop's button", loop, () => screen.getByRole("button", { name: /^(?:Play|Pause)$/ })],
])("the focus on %s moves to the viewer's box with the next post", async (_, media, control) => {
  await openFirst(media);
  control().focus();
  press("j");
  expect(document.activeElement).toBe(await box("Second"));
});

test("the focus on a button that the next post has too stays there", async () => {
  await openFirst(gallery);
  const close = screen.getByRole("button", { name: "Close" });
  close.focus();
  press("j");
  await box("Second");
  expect(document.activeElement).toBe(close);
});

test("the focus inside a picture that is turned away moves to the viewer's box", async () => {
  await openFirst({ kind: "gallery", items: [loop, imageMedia] });
  const button = screen.getByRole("button", { name: /^(?:Play|Pause)$/ });
  button.focus();
  press("ArrowRight");
  expect(button.closest("[inert]")).not.toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "First" }));
});
