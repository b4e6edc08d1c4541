import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const text = readFileSync(new URL("./public/robots.txt", import.meta.url), "utf8");

/** RFC 9309: a bot obeys the group that names it, else the one of "*". */
function closedTo(bot: string): string[] {
  const groups = text.split("\n\n").map((group) => {
    const values = (field: string) =>
      [...group.matchAll(new RegExp(`^${field}: (.+)$`, "gm"))].map(([, value]) => value ?? "");
    return { bots: values("User-agent"), paths: values("Disallow") };
  });
  const named = (name: string) => groups.find(({ bots }) => bots.includes(name));
  return (named(bot) ?? named("*"))?.paths ?? [];
}

const OWN_PAGES = ["/account", "/following", "/admin", "/api"];

test("search engines are kept out of creators' pages", () => {
  expect(closedTo("Googlebot")).toEqual(["/user", ...OWN_PAGES]);
});

test.each(["Twitterbot", "LinkedInBot", "facebookexternalhit"])(
  "%s, which obeys robots.txt, may read a creator's page for a link's preview",
  (bot) => {
    expect(closedTo(bot)).toEqual(OWN_PAGES);
  },
);
