// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { Post } from "#schema/api/posts.ts";
import { holdApiCalls } from "#web/testing/api.ts";
import { imageMedia, postOf } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { PostDetails } from "./post-details.tsx";

beforeEach(() => void holdApiCalls());

function renderDetails(change: Partial<Post> = {}) {
  renderInApp(<PostDetails post={postOf(change)} titleId="title" slide={0} />);
}

const link = (name: string) => screen.getByRole<HTMLAnchorElement>("link", { name });

test.each([
  ["image", "Image"],
  ["gif", "GIF"],
  ["gallery", "Gallery"],
  ["video", "Video"],
] as const)("the details give exact numbers, the date and the type: %s", (mediaType, type) => {
  renderDetails({ mediaType, score: 12_345, numComments: 1, awardsCount: 1_002 });
  screen.getByText("12.3k points");
  screen.getByText("1 comment");
  const names = screen.getAllByRole("term").map(({ textContent }) => textContent);
  const values = screen.getAllByRole("definition").map(({ textContent }) => textContent);
  expect(names.map((name, at) => [name, values[at]])).toEqual([
    ["Subreddit", "r/pics"],
    // In the machine's time zone.
    ["Posted", expect.stringMatching(/^Nov (20|21), 2026, \d{1,2}:\d\d\s[AP]M$/)],
    ["Score", "12,345"],
    ["Comments", "1"],
    ["Media type", type],
    ["Awards", "1,002"],
  ]);
});

test("the details have the whole caption of the gallery's picture in view", () => {
  const caption = "Found in the wash below the old adit. ".repeat(20).trim();
  const items = [imageMedia, { ...imageMedia, caption }];
  const post = postOf({ media: { kind: "gallery", items } });
  renderInApp(<PostDetails post={post} titleId="title" slide={1} />);
  expect(screen.getByText("Caption").nextElementSibling?.textContent).toBe(caption);
  cleanup();
  renderInApp(<PostDetails post={post} titleId="title" slide={0} />);
  expect(screen.queryByText("Caption")).toBeNull();
});

test("links to other sites open in a new tab that does not know this one", () => {
  renderDetails();
  const links = {
    "View Full Size": "https://i.redd.it/full.jpg",
    "View Reddit Post": postOf().redditUrl,
    "r/pics": "https://www.reddit.com/r/pics",
    "View on Reddit": postOf().redditUrl,
  };
  for (const [name, href] of Object.entries(links)) {
    const { target, rel } = link(name);
    expect([link(name).href, target, rel]).toEqual([href, "_blank", "noopener noreferrer"]);
  }
  expect(link("u/gemhunter").target).toBe("");
  expect(link("u/gemhunter").getAttribute("href")).toBe("/user/gemhunter");
});

test("a repost names its other communities, each with a link to its post", () => {
  const other = (subreddit: string) => ({
    subreddit,
    permalink: `/r/${subreddit}/comments/def34/`,
    redditUrl: `https://www.reddit.com/r/${subreddit}/comments/def34/`,
  });
  renderDetails({ alsoIn: [other("gems"), other("rocks")] });
  expect(link("r/gems").closest("p")?.textContent).toBe("Also posted to r/gems, r/rocks");
  expect(link("r/rocks").href).toBe("https://www.reddit.com/r/rocks/comments/def34/");
});

test.each([
  [{}, false],
  [{ isNsfw: true }, true],
  [{ subredditIsNsfw: true }, true],
])("a post that is %o is marked as NSFW: %s", (change, isMarked) => {
  renderDetails(change);
  expect(screen.queryByText("NSFW") !== null).toBe(isMarked);
});
