import { expect, test } from "vitest";
import { SAMPLE_NAMES, SHOWCASE } from "#sample/names.ts";
import { greeting } from "./greeting.ts";

const [INVENTED = ""] = Object.keys(SAMPLE_NAMES);
const server = {
  baseUrl: "http://localhost:8787",
  state: ".wrangler/state",
  hasDemo: false,
};

test("with the sample the greeting names a creator of the sample", () => {
  const text = greeting({ ...server, source: "sample" }, "some_body");
  expect(text).toContain(`http://localhost:8787/user/${SHOWCASE[0]}`);
});

test.each(["archive", "reddit"])("with %s the greeting names no invented creator", (source) => {
  expect(greeting({ ...server, source }, INVENTED)).not.toContain("/user/");
  expect(greeting({ ...server, source }, INVENTED)).toContain("any Reddit username");
  expect(greeting({ ...server, source }, "some_body")).toContain("/user/some_body");
});

test.each([
  ["sample", "made up"],
  ["archive", "Arctic Shift"],
  ["reddit", "Reddit, over"],
  ["none", "REDDIT_CLIENT_ID is not set"],
  ["another", "another"],
])(
  "the greeting says where the posts of %s come from, and where the administration is",
  (source, words) => {
    const text = greeting({ ...server, source });
    expect(text).toMatch(new RegExp(`Posts come from +.*${words}`));
    expect(text).toContain("http://localhost:8787/admin");
  },
);

test("the greeting names the demo account only where it exists", () => {
  expect(greeting({ ...server, source: "sample" })).not.toContain("/login");
  expect(greeting({ ...server, source: "sample", hasDemo: true })).toContain("/login");
});
