import { expect, test } from "vitest";
import { postOf } from "#web/testing/posts.ts";
import { zipName, fileStem } from "./file-name.ts";

const stemOf = (title: string, username = "gemhunter") => fileStem(postOf({ title, username }));

test("a file is named after author, title and id", () => {
  expect(fileStem(postOf())).toBe("gemhunter-A-stone-in-the-river-abc12");
  expect(fileStem(postOf(), 1)).toBe("gemhunter-A-stone-in-the-river-abc12-2");
});

test("a file name has no characters that Windows or a shell treats specially, whatever the title", () => {
  expect(stemOf('a<b>c:d"e/f\\g|h?i*j\u0000k')).toBe("gemhunter-a-b-c-d-e-f-g-h-i-j-k-abc12");
  expect(stemOf("..  ../")).toBe("gemhunter-abc12");
  expect(stemOf("$(rm) `x` 'y' %z%")).toBe("gemhunter-rm-x-y-z-abc12");
  expect(stemOf("x", "../CON ")).toBe("___CON_-x-abc12");
});

test("a right-to-left override cannot disguise the extension", () => {
  expect(stemOf("photo\u202egpj.exe")).toBe("gemhunter-photo-gpj-exe-abc12");
});

test("letters of every script are kept, and a long title is cut between characters", () => {
  expect(stemOf("Кварц 水晶 é")).toBe("gemhunter-Кварц-水晶-é-abc12");
  const long = stemOf("晶".repeat(300));
  expect(long).toBe(`gemhunter-${"晶".repeat(40)}-abc12`);
  expect(new TextEncoder().encode(stemOf("𝒳".repeat(300))).length).toBeLessThan(255);
});

test("a ZIP is named after its author and the filter, one of several authors after their page", () => {
  const own = [postOf(), postOf({ id: "t3_b" })];
  expect(zipName(own, "all")).toBe("gemhunter-posts.zip");
  expect(zipName(own, "video")).toBe("gemhunter-video.zip");
  expect(zipName([...own, postOf({ username: "Ann" })], "gif")).toBe("following-gif.zip");
});
