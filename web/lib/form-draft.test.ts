// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { createFormDraft } from "./form-draft.ts";

afterEach(() => sessionStorage.clear());

const words = { title: "A ruby", description: "It is red" };
const afterReload = () => createFormDraft({}, "draft feedback");

test("a stored draft survives a reload until it is cleared, and another form's is not read", () => {
  createFormDraft({}, "draft feedback").keep(words);
  expect(afterReload().read("description")).toBe("It is red");
  expect(createFormDraft({}, "draft removal request").read("description")).toBeUndefined();
  afterReload().clear();
  expect(afterReload().read("description")).toBeUndefined();
});

test("a draft without a name leaves nothing in the browser", () => {
  createFormDraft().keep(words);
  expect(sessionStorage).toHaveLength(0);
});

test.each([
  ["of another account is emptied", "ann", "bob", undefined],
  ["of the same account stays", "ann", "ann", "It is red"],
  ["of a signed-out visitor stays for their login", null, "ann", "It is red"],
])("after a reload a draft %s", (_, typist, reader, description) => {
  const draft = createFormDraft({}, "draft feedback");
  draft.claim(typist);
  draft.keep(words);
  const next = afterReload();
  next.claim(reader);
  expect(next.read("description")).toBe(description);
  expect(afterReload().read("description")).toBe(description);
});

test("words that a visitor kept through a login are the account's after a reload", () => {
  const draft = createFormDraft({}, "draft feedback");
  draft.claim(null);
  draft.keep(words);
  draft.claim("ann");
  const next = afterReload();
  next.claim("bob");
  expect(next.read("title")).toBeUndefined();
});

test("a claim of an empty draft stores nothing", () => {
  createFormDraft({}, "draft feedback").claim("ann");
  expect(sessionStorage).toHaveLength(0);
});

test.each(["", "{", "null", "[]", '{"values":{"title":7}}', '{"values":"text"}'])(
  "stored text of another version is no draft: %s",
  (text) => {
    sessionStorage.setItem("draft feedback", text);
    expect(createFormDraft({ title: "initial" }, "draft feedback").read("title")).toBe("initial");
  },
);

test("after a reload the same words have the same submission id, until they are cleared", () => {
  const draft = createFormDraft({}, "draft feedback");
  draft.keep(words);
  const id = draft.submissionIdOf(words);
  expect(afterReload().submissionIdOf(words)).toBe(id);
  expect(afterReload().submissionIdOf({ ...words, title: "A pearl" })).not.toBe(id);
  const other = afterReload().submissionIdOf(words);
  expect(other).not.toBe(id);
  afterReload().clear();
  expect(afterReload().submissionIdOf(words)).not.toBe(other);
});

test("another account's words do not share the id of the same words", () => {
  const draft = createFormDraft({}, "draft feedback");
  draft.claim("ann");
  draft.keep(words);
  const id = draft.submissionIdOf(words);
  const next = afterReload();
  next.claim("bob");
  expect(next.submissionIdOf(words)).not.toBe(id);
});

test("outside a secure context a draft has no submission id", () => {
  vi.stubGlobal("crypto", {});
  expect(createFormDraft().submissionIdOf(words)).toBeUndefined();
});
