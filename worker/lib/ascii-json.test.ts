import * as fc from "fast-check";
import { expect, test } from "vitest";
import { asciiJson } from "./ascii-json.ts";

test("any value survives the round trip through ASCII text", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
      const text = asciiJson(value);
      expect([...text].filter((unit) => unit > "~")).toEqual([]);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test("accents, emoji and direction marks are escaped by code unit", () => {
  expect(asciiJson({ title: "é 🦊 \u202e" })).toBe(
    String.raw`{"title":"\u00e9 \ud83e\udd8a \u202e"}`,
  );
});
