import { expect, test } from "vitest";
import { makePasswords } from "#worker/auth/passwords.ts";
import { hurried } from "./sliced-timers.ts";
import { waited } from "./measure-waits.ts";

const turn = () => new Promise((resolve) => setTimeout(resolve, 1));

test("after a stall of the machine, concurrent work ends before a timeout fires", async () => {
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

test("a sliced timer can be cleared in any slice", async () => {
  let fired = 0;
  const handles = [50, 50].map((delay) => setTimeout(() => (fired += 1), delay));
  clearTimeout(handles[0]);
  await new Promise((resolve) => setTimeout(resolve, 25));
  clearTimeout(handles[1]);
  await new Promise((resolve) => setTimeout(resolve, 80));
  expect(fired).toBe(0);
});

test("hurried timers and timeouts end in order and count with their full delay", async () => {
  const ended: string[] = [];
  const sleep = async (delay: number) => {
    await new Promise((resolve) => setTimeout(resolve, delay));
    ended.push(`timer of ${delay}`);
  };
  const limit = async (delay: number) => {
    const signal = AbortSignal.timeout(delay);
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    ended.push(`${(signal.reason as Error).name} of ${delay}`);
  };
  const { waitedMs } = await waited(() =>
    hurried(() => Promise.all([limit(8_000), sleep(1_000), sleep(50), limit(3_000)])),
  );
  expect(ended).toEqual([
    "timer of 50",
    "timer of 1000",
    "TimeoutError of 3000",
    "TimeoutError of 8000",
  ]);
  expect(waitedMs).toBe(8_000);
});
