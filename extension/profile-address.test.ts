import { expect, test } from "vitest";
import { profileName, userPage } from "./profile-address.ts";

test.each([
  ["https://www.reddit.com/user/Ann_1", "Ann_1"],
  ["https://www.reddit.com/u/Ann_1/submitted/?sort=new", "Ann_1"],
  ["https://old.reddit.com/user/Ann-1/comments/", "Ann-1"],
  ["https://reddit.com/user/Ann#x", "Ann"],
  ["http://www.reddit.com/user/Ann", "Ann"],
  ["https://www.reddit.com/r/u_Ann_1/", "Ann_1"],
  ["https://www.reddit.com/user/me/", null],
  ["https://www.reddit.com/r/user/comments/1abcd9/", null],
  ["https://www.reddit.com/user/", null],
  ["https://www.reddit.com/r/pics/", null],
  ["https://www.reddit.com/user/no%2Fname", null],
  ["https://www.reddit.com/settings?next=/user/Ann", null],
  ["https://notreddit.com/user/Ann", null],
  ["https://reddit.com.evil.example/user/Ann", null],
  ["ftp://reddit.com/user/Ann", null],
  ["javascript:alert(1)//reddit.com/user/Ann", null],
  ["", null],
  [undefined, null],
])("%s is the profile of %s", (address, name) => {
  expect(profileName(address)).toBe(name);
});

test("the address of the user's page begins at the given home", () => {
  expect(userPage("https://unearth.example", "Ann_1")).toBe("https://unearth.example/user/Ann_1");
});
