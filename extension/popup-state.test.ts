import { expect, test } from "vitest";
import { stateSentence } from "./popup-state.ts";

const pace = { lastCall: 0, stop: null, isSignedIn: null };
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
  expect(sentences[1]).toMatch(/^Ready/);
  expect(sentences[2]).toMatch(/^Signed in/);
  expect(sentences[3]).toMatch(/^Sign in to Reddit/);
  expect(sentences[4]).toMatch(/refuses.*until/);
  expect(sentences[5]).toMatch(/pause until/);
});

test("the popup asks for a sign-in as long as Reddit does, and names the end of another stop", () => {
  const signIn = stateSentence(true, { ...pace, isSignedIn: false });
  const stopped = (reason: "signed_out" | "blocked" | "rate_limited", isSignedIn: boolean) =>
    stateSentence(true, { ...pace, isSignedIn, stop: { reason, until } });
  expect(stopped("signed_out", true)).toBe(signIn);
  const time = new Date(until).toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit" });
  for (const reason of ["blocked", "rate_limited"] as const)
    expect(stopped(reason, false)).toContain(`until ${time}.`);
});
