import { expect, test } from "vitest";
import { stateSentence } from "./popup-state.ts";

const pace = { calls: [], stop: null, isSignedIn: null };
const until = Date.UTC(2026, 10, 22, 12);

test("the popup says whether it is on, signed in and stopped", () => {
  const sentences = [
    stateSentence(false, { ...pace, isSignedIn: true }),
    stateSentence(true, pace),
    stateSentence(true, { ...pace, isSignedIn: true }),
    stateSentence(true, { ...pace, isSignedIn: false }),
    stateSentence(true, { ...pace, stop: { reason: "blocked", until } }),
    stateSentence(true, { ...pace, stop: { reason: "rate_limited", until } }),
  ];
  expect(new Set(sentences).size).toBe(sentences.length);
  expect(sentences[0]).toMatch(/^Off/);
  expect(sentences[3]).toMatch(/^Sign in to Reddit/);
  expect(sentences[4]).toMatch(/refuses.*until/);
});
