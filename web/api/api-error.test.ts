import { expect, test } from "vitest";
import { ApiError, failureSentence, formFailure, isFinal, retrySeconds } from "./api-error.ts";

const FALLBACK = "The posts could not be loaded";
const fields = { limit: "Use a number", after: "The page cursor is not valid" };
const invalid = new ApiError({
  status: 400,
  code: "http.validation",
  sentence: "Some fields need another look.",
  fields,
});
const taken = new ApiError({
  status: 409,
  code: "auth.username_taken",
  sentence: "That username is taken.",
  fields: { username: "Choose another" },
});
const withCode = (code: ApiError["code"]) => new ApiError({ status: 0, code });

test.each([
  ["the first invalid field", invalid, "Use a number"],
  ["the server's sentence", taken, "That username is taken."],
  ["the fallback and a hint", withCode("client.network"), `${FALLBACK}. Check your connection.`],
  ["another hint", withCode("client.timeout"), `${FALLBACK}. The answer took too long.`],
  ["a third", withCode("client.bad_answer"), `${FALLBACK}. The answer could not be read.`],
  ["the fallback for a server without a sentence", withCode(null), FALLBACK],
  ["the fallback for a fault of ours", new TypeError("x is undefined"), FALLBACK],
])("a failure's sentence is %s", (_, error, sentence) => {
  expect(failureSentence(error, FALLBACK)).toBe(sentence);
});

test("the hint stands alone without a fallback, and adds no second full stop", () => {
  expect(failureSentence(withCode("client.network"), "")).toBe("Check your connection.");
  expect(failureSentence(withCode("client.network"), "Not saved.")).toBe(
    "Not saved. Check your connection.",
  );
});

test("a form shows its invalid fields at the inputs and the server's sentence above the button", () => {
  expect(formFailure(invalid, { title: FALLBACK })).toEqual({
    fields,
    general: "Some fields need another look.",
  });
  expect(formFailure(new Error("x"), { title: FALLBACK, sentence: "Try again." })).toEqual({
    fields: {},
    general: "Try again.",
  });
});

test("only a request refused as it is, and what is not there, get the same answer at a second try", () => {
  const statuses = [0, 400, 401, 403, 404, 409, 410, 429, 500, 503];
  const ofStatus = (status: number) => new ApiError({ status, code: null });
  expect(statuses.filter((status) => isFinal(ofStatus(status)))).toEqual([400, 404, 410]);
});

test("a 429 without Retry-After asks for a pause of a minute, another failure for none", () => {
  const retryAfter = (status: number) => retrySeconds(new ApiError({ status, code: null }));
  expect([retryAfter(429), retryAfter(503)]).toEqual([60, null]);
});
