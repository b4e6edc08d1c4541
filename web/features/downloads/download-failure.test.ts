import { expect, test, vi } from "vitest";
import { ApiError } from "#web/api/api-error.ts";
import {
  downloadFailureSentence,
  hostError,
  NoFileError,
  TooLargeError,
} from "./download-failure.ts";

const REFUSED = "Its host does not allow saving from here.";
const NO_ANSWER = "Its host cannot be reached, or does not allow saving from here.";
const UNKNOWN = "It could not be saved.";

test.each([
  [401, REFUSED],
  [403, REFUSED],
  [451, REFUSED],
  [404, "Its host does not have it."],
  [410, "Its host no longer has it."],
  [503, "Its host answered with an error (503)."],
])("only 401, 403 and 451 are called a refusal: %s", (status, sentence) => {
  expect(downloadFailureSentence(hostError(status))).toBe(sentence);
});

test.each(["Failed to fetch", "NetworkError when attempting to fetch resource.", "Load failed"])(
  "a request without an answer names both possible causes: '%s'",
  (message) => expect(downloadFailureSentence(new TypeError(message))).toBe(NO_ANSWER),
);

test.each([
  ["a fault of ours", new TypeError("x is undefined")],
  ["an error of another kind", new Error("moov box missing")],
  ["what is no error", "stopped"],
  ["a call without a sentence", new ApiError({ status: 500, code: null, sentence: "" })],
])("%s does not blame the host", (_, error) => {
  expect(downloadFailureSentence(error)).toBe(UNKNOWN);
});

test("a full disk is named, whatever the error's message", () => {
  const full = Object.assign(new TypeError("Load failed"), { name: "QuotaExceededError" });
  expect(downloadFailureSentence(full)).toBe("There is not enough space on this device.");
});

test("a known reason is shown even when offline", () => {
  vi.stubGlobal("navigator", { onLine: false });
  expect(downloadFailureSentence(new NoFileError("Its sound is missing."))).toBe(
    "Its sound is missing.",
  );
  expect(downloadFailureSentence(new TooLargeError(200_000_000))).toMatch(
    /^It is larger than 200 MB/,
  );
  expect(downloadFailureSentence(new TypeError("Failed to fetch"))).toBe("You are offline.");
});
