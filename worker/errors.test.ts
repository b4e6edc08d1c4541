import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { isUniqueViolation } from "./errors.ts";

const VIOLATION = "UNIQUE constraint failed: removal.key";

test("a bound text is no violated constraint", () => {
  const failed = (bound: string, message: string) =>
    new DrizzleQueryError("insert into removal values (?)", [bound], new Error(message));
  expect(isUniqueViolation(failed(VIOLATION, "D1 is down"), "removal.key")).toBe(false);
  expect(isUniqueViolation(failed("a note", `D1_ERROR: ${VIOLATION}`), "removal.key")).toBe(true);
});
