import * as fc from "fast-check";
import { expect, test } from "vitest";
import { asciiJson } from "./ascii-json.ts";

test("any value reads back as it was, from ASCII alone", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
      const text = asciiJson(value);
      expect([...text].filter((unit) => unit > "~")).toEqual([]);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test("accents, emoji and the marks of direction are escaped by their code units", () => {
  expect(asciiJson({ title: "é 🦊 \u202e" })).toBe(
    String.raw`{"title":"\u00e9 \ud83e\udd8a \u202e"}`,
  );
});
