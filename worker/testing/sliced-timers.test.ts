import { expect, test } from "vitest";
import { makePasswords } from "#worker/auth/passwords.ts";

const turn = () => new Promise((resolve) => setTimeout(resolve, 1));

test("a stall of the machine does not end a timeout before the work beside it", async () => {
  const order: string[] = [];
  const timeout = new Promise<void>((resolve) => {
    setTimeout(() => resolve(void order.push("timeout")), 60);
  });
  const work = (async () => {
    for (let count = 0; count < 3; count += 1) await turn();
    order.push("work");
  })();
  const passwords = makePasswords();
  for (let count = 0; count < 10; count += 1) passwords.hash("the machine is busy");
  await Promise.all([timeout, work]);
  expect(order).toEqual(["work", "timeout"]);
});

test("a timer in slices can be cleared in any of them", async () => {
  let fired = 0;
  const handles = [50, 50].map((delay) => setTimeout(() => (fired += 1), delay));
  clearTimeout(handles[0]);
  await new Promise((resolve) => setTimeout(resolve, 25));
  clearTimeout(handles[1]);
  await new Promise((resolve) => setTimeout(resolve, 80));
  expect(fired).toBe(0);
});
