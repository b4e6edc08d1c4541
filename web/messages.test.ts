import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** The sentences of the specification's error catalogue and toasts, which must be shown verbatim. */
const SENTENCES: Record<string, string[]> = {
  auth: [
    "Login failed. Please try again.",
    "Login Failed",
    "Signup failed. Please try again.",
    "Signup Failed",
    "Coming Soon",
    "Signing In...",
    "Creating Account...",
    "Username can only contain letters, numbers, and underscores",
    "Passwords do not match",
  ],
  votes: [
    "Authentication Required",
    "Please log in to vote for users.",
    "Please log in to vote for posts.",
    "Authentication required",
    "Failed to vote for user",
    "Failed to vote for post",
    "Failed to remove vote for user",
    "Failed to remove vote for post",
    "Failed to check user vote status",
    "Failed to check post vote status",
    "Vote Added",
    "Successfully voted for user!",
    "Successfully voted for post!",
    "Vote Removed",
    "Vote Failed",
    "Remove Vote Failed",
  ],
  leaderboard: [
    "Failed to fetch leaderboard",
    "Failed to load leaderboard",
    "Leaderboard Unavailable",
    "Return Home",
    "No User Rankings Yet",
    "No Posts Yet",
    "Start Exploring",
  ],
  search: [
    "Error Loading Content",
    "There was an error loading the user's content. Please try again.",
    "Try Again",
    "User Not Found",
    "could not be found on Reddit.",
    "Invalid User",
    "Please search for a valid Reddit username.",
    "No posts to display",
    "Load More Posts",
  ],
  badges: [
    "Failed to load badges",
    "Failed to fetch badges",
    "Failed to refresh badges",
    "HTTP error! status: ",
  ],
  saved: [
    "Error Loading Saved Users",
    "Error Loading Saved Posts",
    "Error loading saved users",
    "Error loading saved posts",
    "No Saved Users Yet",
    "No Saved Posts Yet",
  ],
  feedback: [
    "Feedback submitted!",
    "Thank you for your feedback. We'll review it soon.",
    "Failed to submit feedback. Please try again.",
    "Feedback updated",
    "Feedback status has been updated successfully.",
    "Failed to update feedback status.",
    "Feedback deleted",
    "Feedback has been deleted successfully.",
    "Failed to delete feedback.",
    "Submitting...",
    "Title is required",
    "Title too long",
    "Please provide more details",
    "Description too long",
    "Invalid email",
    "External Feedback Channels",
    "Connect with us through various platforms for feedback, support, and community discussions",
    "Support the developer and leave feedback",
    "Quick feedback via social media",
    "Join our community for discussions",
    "Quick Tip",
    "For the fastest response, use our built-in feedback form or email us directly. Follow us on Twitter for updates and join our community discussions.",
    "Bug Reports",
    "Feature Requests",
    "Support Development",
    "Community Chat",
  ],
  "NSFW subreddits": [
    "already exists",
    "This subreddit is already in the list",
    "Failed to add subreddit",
    "Failed to remove subreddit",
    "NSFW subreddit added successfully",
    "NSFW subreddit removed successfully",
    "Cannot Delete",
    "Default subreddits cannot be deleted",
    "Subreddit name is required",
    "Name too long",
  ],
  admin: ["Logged Out", "Admin session ended", "NSFW Subreddits", "User Feedback", "Back to Home"],
  preferences: [
    "Error Loading Preferences",
    "Error Updating Preferences",
    "Preferences Updated",
    "Your preferences have been saved successfully.",
    "Error Resetting Preferences",
    "Preferences Reset",
    "Your preferences have been reset to defaults.",
    "Failed to fetch user preferences",
    "Failed to update user preferences",
    "Failed to reset user preferences",
    "Please log in to save preferences.",
    "Please log in to reset preferences.",
    "Blur NSFW Content",
    "Search Presentation Style",
  ],
  media: [
    "Video Error",
    "RedGifs Content Unavailable",
    "RedGifs Loading Error",
    "Unable to load RedGifs content",
    "View on Reddit",
    "Gfycat Service Discontinued",
    "September 2023",
    "Media Error",
    "Video Unavailable",
    "Image Unavailable",
    "Unsupported Media Type",
    "Video Playback Not Available",
    "Open Original Video",
  ],
  everywhere: [
    "Something went wrong",
    "Unknown error occurred",
    "Go Home",
    "404 Page Not Found",
    "Learn About",
    "Not affiliated with Reddit, Inc.",
  ],
};

const here = import.meta.dirname;

/** Bundled sources, without tests. The server's sentences are in schema/. */
function sourcesBelow(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const bundled = names.filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.|e2e|testing/.test(name),
  );
  return new Map(bundled.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

const web = sourcesBelow(here);
const schema = sourcesBelow(join(here, "../schema"));

/** Undoes the formatter's line breaks in JSX text and the escapes of quotes. */
const shownText = [...web.values(), ...schema.values()]
  .join("\n")
  .replaceAll(/\s+/g, " ")
  .replaceAll('\\"', '"')
  .replaceAll("&apos;", "'");

const all = Object.entries(SENTENCES).flatMap(([noun, list]) =>
  list.map((sentence) => [noun, sentence] as const),
);

test.each(all)("%s: '%s' is in the sources", (_noun, sentence) => {
  expect(shownText.includes(sentence)).toBe(true);
});

const TERMS: Record<string, RegExp> = { email: /e-mail/i, username: /user[ -]name/i };

test.each(Object.entries(TERMS))("texts say %s, as the labels do", (_term, other) => {
  const folders = ["extension", "view", "worker"].map((folder) => join(here, "..", folder));
  const sources = [web, schema, ...folders.map(sourcesBelow)].flatMap((files) => [...files]);
  const files = sources.filter(([, source]) =>
    other.test(source.replaceAll(/\/\*[^]*?\*\/|\/\/ .*/g, "")),
  );
  expect(files.map(([name]) => name)).toEqual([]);
});

const messageFiles = [...web].filter(([name]) => name.endsWith(".messages.ts"));

/** The object's name and its first-level keys. */
function entriesOf(source: string): { object: string; keys: string[] } {
  const object = /export const (\w+Messages) =/.exec(source)?.[1] ?? "";
  const keys = [...source.matchAll(/^ {2}(\w+):/gm)].map((match) => match[1] ?? "");
  return { object, keys };
}

test.each(messageFiles)("every message of %s is used", (name, source) => {
  const { object, keys } = entriesOf(source);
  expect(keys.length).toBeGreaterThan(0);
  const others = [...web].filter(([other]) => other !== name).map(([, text]) => text);
  const text = others.join("\n");
  const spread = new RegExp(`\\{([^}]*)\\} = ${object};`).exec(text)?.[1] ?? "";
  const isUsed = (key: string) =>
    new RegExp(`\\b${object}\\.${key}\\b`).test(text) || new RegExp(`\\b${key}\\b`).test(spread);
  const unused = keys.filter((key) => !isUsed(key));
  expect(unused).toEqual([]);
});
