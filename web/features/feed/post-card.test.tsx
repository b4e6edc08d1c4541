// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Post } from "#schema/api/posts.ts";
import { asArchived } from "#web/features/companion/listing-answer.ts";
import { holdApiCalls } from "#web/testing/api.ts";
import { postOf, videoMedia } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { PostCard, type PostCardProps } from "./post-card.tsx";

beforeEach(() => void holdApiCalls());

function renderCard(post: Post, more: Partial<PostCardProps> = {}) {
  const onOpen = vi.fn<(id: string) => void>();
  const place = { x: 0, y: 0, width: 300, height: 300, href: "/post", sizes: "300px" };
  const look = { isCovered: false, eager: true, urgent: false };
  renderInApp(<PostCard post={post} onOpen={onOpen} {...place} {...look} {...more} />);
  return onOpen;
}

const link = () => screen.getByRole("link");

function chips() {
  const id = link().getAttribute("aria-describedby");
  const row = id === null ? null : document.getElementById(id);
  return row && [...row.children].map(({ textContent }) => textContent);
}

const plain = postOf({ username: "Ann", isNsfw: false, isSpoiler: false });
const [archived] = asArchived([plain], { checked: true });

test.each<[string, Post, Partial<PostCardProps>, string[] | null]>([
  ["a plain picture", plain, {}, null],
  ["one from the archive", archived ?? plain, {}, ["Archive"]],
  ["one of a feed of creators", plain, { showsCreator: true }, ["u/Ann"]],
  ["a new one there", plain, { showsCreator: true, isNew: true }, ["u/Ann", "New"]],
  ["an adult spoiler", { ...plain, isNsfw: true, isSpoiler: true }, {}, ["Spoiler", "NSFW"]],
])("the chips of a card describe its link: %s", (_, post, more, expected) => {
  renderCard(post, more);
  expect(chips()).toEqual(expected);
});

test("a press opens the post in the page, one with a key pressed is the browser's", () => {
  const onOpen = renderCard(plain);
  // The listener on window runs last, and keeps happy-dom from opening a page.
  const isTaken = (keys: { ctrlKey?: boolean }) => {
    const handled = vi.fn<(event: Event) => boolean>((event) => event.defaultPrevented);
    addEventListener("click", handled, { once: true });
    addEventListener("click", (event) => event.preventDefault(), { once: true });
    fireEvent.click(link(), keys);
    return handled.mock.results[0]?.value;
  };
  expect(isTaken({})).toBe(true);
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(plain.id);
  expect(isTaken({ ctrlKey: true })).toBe(false);
  expect(onOpen).toHaveBeenCalledOnce();
});

test("a heart is named after the beginning of a long title", () => {
  renderCard({ ...plain, title: "A sapphire from Ceylon, cut and set in the summer" });
  expect(screen.getByRole("button").getAttribute("aria-label")).toContain(
    "A sapphire from Ceylon,…",
  );
});

test("the description of a card with a length says that it is a video", () => {
  renderCard({ ...plain, mediaType: "video", media: { ...videoMedia, duration: 42 } });
  expect(chips()).toEqual(["Video, 0:42"]);
});
