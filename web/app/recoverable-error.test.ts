// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { reportRecoverable } from "./recoverable-error.ts";

const reported = vi.fn<(error: unknown) => void>();

beforeEach(() => {
  vi.stubGlobal("reportError", reported);
  reported.mockReset();
});

test.each(["TimeoutError", "AbortError", "InvalidStateError"])(
  "a transition skipped with %s is not reported",
  (name) => {
    reportRecoverable(new DOMException("Transition was aborted", name));
    expect(reported).not.toHaveBeenCalled();
  },
);

test("a missing chunk that React imports once more is not reported", () => {
  const cause = new TypeError("Failed to fetch dynamically imported module: /assets/about.js");
  reportRecoverable(new Error("Minified React error #520", { cause }));
  expect(reported).not.toHaveBeenCalled();
});

test("any other error is reported", () => {
  const error = new Error("a failed render");
  reportRecoverable(error);
  reportRecoverable(new DOMException("full", "QuotaExceededError"));
  expect(reported).toHaveBeenCalledTimes(2);
  expect(reported).toHaveBeenCalledWith(error);
});
