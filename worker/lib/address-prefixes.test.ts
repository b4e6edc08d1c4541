import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addressPrefixes } from "./address-prefixes.ts";

const group = fc.integer({ min: 0, max: 0xffff });
const groups = fc.array(group, { minLength: 8, maxLength: 8 });
const byte = fc.integer({ min: 0, max: 255 });

const written = (parts: readonly number[]) => parts.map((part) => part.toString(16)).join(":");
/** The same address with its first run of zeros as `::`. */
const compressed = (parts: readonly number[]) => written(parts).replace(/(^|:)0(:0)*(:|$)/, "::");
const padded = (parts: readonly number[]) =>
  parts.map((part) => part.toString(16).padStart(4, "0").toUpperCase()).join(":");

test("every spelling of an IPv6 address has the same prefixes", () => {
  fc.assert(
    fc.property(groups, (parts) => {
      const expected = addressPrefixes(written(parts));
      expect(addressPrefixes(padded(parts))).toEqual(expected);
      expect(addressPrefixes(compressed(parts))).toEqual(expected);
    }),
  );
});

test("two IPv6 addresses share a prefix exactly where its bits agree", () => {
  fc.assert(
    fc.property(groups, fc.integer({ min: 0, max: 127 }), (parts, bit) => {
      const other = parts.map((part, index) =>
        index === bit >> 4 ? part ^ (0x8000 >> (bit & 15)) : part,
      );
      const one = addressPrefixes(written(parts));
      const two = addressPrefixes(written(other));
      expect([one.own === two.own, one.wide === two.wide, one.widest === two.widest]).toEqual([
        bit >= 64,
        bit >= 56,
        bit >= 48,
      ]);
    }),
  );
});

test("an IPv4 address counts by itself and by its /24, also where it is mapped into IPv6", () => {
  fc.assert(
    fc.property(byte, byte, byte, byte, (a, b, c, d) => {
      const expected = { own: `${a}.${b}.${c}.${d}`, wide: `${a}.${b}.${c}.0/24`, widest: null };
      expect(addressPrefixes(`${a}.${b}.${c}.${d}`)).toEqual(expected);
      expect(addressPrefixes(`::ffff:${a}.${b}.${c}.${d}`)).toEqual(expected);
    }),
  );
});

test("a text that is no IP address is its own prefix and throws no error", () => {
  for (const text of ["local", "", "1:2:3", ":::", "2001:db8::1::2", "2001:db8::xyz", "1.2.3"]) {
    expect(addressPrefixes(text)).toEqual({ own: text, wide: null, widest: null });
  }
  fc.assert(fc.property(fc.string(), (text) => typeof addressPrefixes(text).own === "string"));
});
