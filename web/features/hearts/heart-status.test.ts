import { MutationObserver, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { createQueryClient } from "#web/api/query-client.ts";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { type ApiCall, callTo, holdApiCalls } from "#web/testing/api.ts";
import { eventually } from "#web/testing/eventually.ts";
import { seedHearts, heartKey, type Heart } from "./heart-cache.ts";
import { requestHeartStatus } from "./heart-status.ts";
import { heartMutation } from "./hearts.mutations.ts";
import { heartQuery } from "./hearts.queries.ts";

const GEM = { type: "user", id: "GemHunter" } as const;
const VOTE = "/api/leaderboard/users/GemHunter/vote";
const STATUS = "/api/leaderboard/vote-status";

afterEach(dismissToast);

const itemsOf = ({ body }: ApiCall) => (body as { items: { type: string; id: string }[] }).items;

test("status requests of one frame share a call, with at most a hundred items, each target once", async () => {
  const calls = holdApiCalls();
  const ids = Array.from({ length: 101 }, (_, at) => `t3_p${at}`);
  const answers = ids.map((id) => requestHeartStatus({ type: "post", id }));
  const twice = requestHeartStatus({ type: "post", id: "t3_p0" });
  await eventually(() => expect(calls).toHaveLength(2));
  expect(calls.map((call) => itemsOf(call).length)).toEqual([100, 2]);
  for (const call of calls) {
    call.answer({
      items: itemsOf(call).map((item) => ({ ...item, voted: true, heartCount: 3 })),
    });
  }
  expect(await Promise.all([...answers, twice])).toHaveLength(102);
});

test("a creator and a post of one id have answers of their own, and one without an answer fails", async () => {
  const calls = holdApiCalls();
  const id = "t3_cutter";
  const user = requestHeartStatus({ type: "user", id });
  const post = requestHeartStatus({ type: "post", id });
  const call = await callTo(calls, STATUS);
  call.answer({ items: [{ type: "user", id, voted: true, heartCount: 3 }] });
  expect(await user).toMatchObject({ voted: true, heartCount: 3 });
  await expect(post).rejects.toThrow("Failed to check post vote status");
});

function observeSeed() {
  const client = createQueryClient();
  const calls = holdApiCalls();
  seedHearts(client, [{ ...GEM, heartCount: 4 }]);
  const stop = new QueryObserver(client, heartQuery(GEM)).subscribe(() => {});
  const state = () => client.getQueryState<Heart>(heartKey(GEM));
  return { client, calls, stop, state };
}

test("a list's count is a seed: its status is requested, and a later seed does not replace it", async () => {
  const { client, calls, stop, state } = observeSeed();
  const status = await callTo(calls, STATUS);
  expect(itemsOf(status)).toEqual([GEM]);
  status.answer({ items: [{ ...GEM, voted: true, heartCount: 8 }] });
  await eventually(() => expect(state()?.fetchStatus).toBe("idle"));
  seedHearts(client, [{ ...GEM, heartCount: 4 }]);
  expect(state()?.data).toEqual({ voted: true, heartCount: 8 });
  stop();
});

test("after a failed status request the heart is not voted and has the list's count", async () => {
  const { calls, stop, state } = observeSeed();
  (await callTo(calls, STATUS)).answer({}, 500);
  await eventually(() => expect(state()?.status).toBe("error"));
  expect(state()?.data).toEqual({ voted: false, heartCount: 4 });
  expect(toastStore.read()).toBeNull();
  stop();
});

test.each([404, 500])(
  "a press that fails (%s) before the status arrives leaves a seed, whose status is requested again",
  async (failure) => {
    const { client, calls, stop, state } = observeSeed();
    await callTo(calls, STATUS);
    const button = new MutationObserver(client, heartMutation(client, GEM));
    button.mutate({ voted: false, heartCount: 4 }).catch(() => {});
    (await callTo(calls, VOTE)).answer({}, failure);
    const again = await eventually(() => {
      const [, second] = calls.filter(({ url }) => url.endsWith(STATUS));
      if (!second) throw new Error("no second status request");
      return second;
    });
    expect(state()).toMatchObject({ data: { voted: false, heartCount: 4 }, dataUpdatedAt: 0 });
    again.answer({ items: [{ ...GEM, voted: true, heartCount: 8 }] });
    await eventually(() => expect(state()?.data).toEqual({ voted: true, heartCount: 8 }));
    stop();
  },
);

test("a press that succeeds before the status arrives leaves no seed", async () => {
  const { client, calls, stop, state } = observeSeed();
  await callTo(calls, STATUS);
  const vote = new MutationObserver(client, heartMutation(client, GEM)).mutate(state()!.data!);
  (await callTo(calls, VOTE)).answer({ success: true, voted: true, heartCount: 5 });
  await vote;
  expect(state()).toMatchObject({ data: { voted: true, heartCount: 5 }, fetchStatus: "idle" });
  stop();
});

test("a status request is a read: it is repeated after a network failure", async () => {
  const { calls, stop, state } = observeSeed();
  (await callTo(calls, STATUS)).lose();
  (await callTo(calls, STATUS)).answer({ items: [{ ...GEM, voted: true, heartCount: 8 }] });
  await eventually(() => expect(state()?.data).toEqual({ voted: true, heartCount: 8 }));
  stop();
});
