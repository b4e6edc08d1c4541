import { expect, test } from "vitest";
import { SORTS } from "#schema/choices.ts";
import type { Deps } from "#worker/deps.ts";
import { postData } from "#normalise/listing.ts";
import { postId } from "#normalise/post.ts";
import { normaliseProfile } from "#normalise/profile.ts";
import type { PostSource } from "#worker/source/port.ts";

export interface SourceUnderTest {
  deps: () => Deps;
  open: (deps: Deps) => PostSource;
  /** A creator with more than one batch of posts. */
  creator: string;
  count: number;
  /** A username that the source does not have. */
  unknownName: string;
}

const idOf = (child: unknown): string => postId(postData(child) ?? {}) ?? "unreadable";

async function batches(source: PostSource, username: string): Promise<string[][]> {
  const all: string[][] = [];
  for (let from: string | null = ""; from !== null;) {
    const answer = await source.listing({ username, sort: "new", from });
    if (answer.state !== "ok") throw new Error(`the listing is ${answer.state}`);
    all.push(answer.value.children.map(idOf));
    from = answer.value.next;
  }
  return all;
}

/** The contract of PostSource, for every adapter. */
export function sourceSuite(name: string, make: () => SourceUnderTest): void {
  const { deps, open, creator, count, unknownName } = make();
  const fresh = () => open(deps());

  test(`${name}: following its cursors gives every post once, at most a hundred in a batch`, async () => {
    const all = await batches(fresh(), creator);
    const ids = all.flat();
    expect(all.length).toBe(Math.ceil(count / 100));
    expect(all.every((batch) => batch.length > 0 && batch.length <= 100)).toBe(true);
    expect(ids).toHaveLength(count);
    expect(new Set(ids).size).toBe(count);
    expect(ids).not.toContain("unreadable");
  });

  test(`${name}: a name is found in any case and returned as Reddit writes it`, async () => {
    const answer = await fresh().profile(creator.toUpperCase());
    expect(answer.state).toBe("ok");
    const raw = answer.state === "ok" ? answer.value : {};
    expect(normaliseProfile(raw, "x").username).toBe(creator);
  });

  test(`${name}: the profile of an unknown user is missing, the listing missing or empty`, async () => {
    expect(await fresh().profile(unknownName)).toEqual({ state: "missing" });
    const listing = await fresh().listing({ username: unknownName, sort: "new", from: "" });
    const children = listing.state === "ok" ? listing.value.children : [];
    expect(children).toEqual([]);
  });

  test(`${name}: posts are found by id, and unknown ids are left out`, async () => {
    const ids = (await batches(fresh(), creator))[0]?.slice(0, 3) ?? [];
    const found = await fresh().posts([...ids, "t3_zzzzzz9"]);
    expect(found.map(idOf).toSorted()).toEqual(ids.toSorted());
  });

  test(`${name}: every order gives a full first batch`, async () => {
    const source = fresh();
    const sets = await Promise.all(
      SORTS.map(async (sort) => {
        const answer = await source.listing({ username: creator, sort, from: "" });
        return answer.state === "ok" ? answer.value.children.length : answer.state;
      }),
    );
    expect(sets).toEqual(SORTS.map(() => 100));
  });
}
