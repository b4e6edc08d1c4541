/// <reference types="vite/types/importMeta.d.ts" />
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { limitField } from "./fields.ts";

const modules = import.meta.glob<Record<string, unknown>>(["./*.ts", "!./*.test.ts"], {
  eager: true,
});

/** The object that a request is parsed as, before it is transformed. */
function shapeOf(schema: unknown): Record<string, z.ZodMiniType> | null {
  if (schema instanceof z.ZodMiniPipe) return shapeOf(schema.def.in);
  if (!(schema instanceof z.ZodMiniObject)) return null;
  return schema.shape as Record<string, z.ZodMiniType>;
}

const fields = Object.values(modules).flatMap((exported) =>
  Object.entries(exported).flatMap(([request, schema]) =>
    Object.entries(shapeOf(schema) ?? {}).map(
      ([name, field]) => [`${request}.${name}`, field] as const,
    ),
  ),
);
const parsed = (field: z.ZodMiniType, value: unknown) => {
  const { success, data } = field.safeParse(value);
  return { success, data };
};
const isOptional = (field: z.ZodMiniType) => parsed(field, undefined).success;
const optional = fields.filter(([, field]) => isOptional(field));
const required = fields.filter(([, field]) => !isOptional(field));

test.each(optional)("%s is absent where it is empty, blank or null", (_, field) => {
  const absent = parsed(field, undefined);
  for (const empty of ["", "  ", null]) expect(parsed(field, empty)).toEqual(absent);
});

test.each(required)("%s is refused where it is empty", (_, field) => {
  for (const empty of ["", null]) expect(parsed(field, empty).success).toBe(false);
});

const messages = (field: z.ZodMiniType, value: unknown) =>
  field.safeParse(value).error?.issues.map(({ message }) => message) ?? [];
const WRONG = [undefined, "", null, 5, true, {}, [5], [{}], "x".repeat(5_000)];

test.each(fields)("each message about %s is a sentence of ours", (_, field) => {
  const given = WRONG.flatMap((value) => messages(field, value));
  expect(given).not.toContain("Invalid input");
});

test.each(required)("%s has one message for missing and empty", (_, field) => {
  expect(messages(field, undefined)).toEqual(messages(field, ""));
});

test.each(optional)("%s is never called required", (_, field) => {
  const given = WRONG.flatMap((value) => messages(field, value));
  expect(given.filter((message) => message.endsWith("is required"))).toEqual([]);
});

test("optional and required fields of every kind of request are found", () => {
  const names = (found: typeof fields) => found.map(([name]) => name);
  expect(names(optional)).toEqual(
    expect.arrayContaining([
      "searchRequest.limit",
      "followingRequest.tried",
      "preferencesUpdate.blurEnabled",
      "removalEntryRequest.note",
      "voteStatusRequest.ranks",
    ]),
  );
  expect(names(required)).toEqual(
    expect.arrayContaining(["loginRequest.password", "removalEntryRequest.key"]),
  );
});

test("an empty ?limit= is the default, and any other text that is no number is refused", () => {
  const limit = limitField(20);
  expect(parsed(limit, "")).toEqual(parsed(limit, undefined));
  expect(parsed(limit, "")).toEqual({ success: true, data: 20 });
  for (const wrong of ["x", "0", "1 0", "-1"]) expect(parsed(limit, wrong).success).toBe(false);
});
