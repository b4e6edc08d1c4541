import { parseAtomFeed, parseJsonFeed } from "feedsmith";
import { expect, test } from "vitest";
import { testApp } from "#worker/testing/test-app.ts";
import { sampleWorld } from "#sample/world.ts";

const app = testApp({ sample: sampleWorld });

const textOf = async (file: string): Promise<string> =>
  (await app.request(`/user/gemhunter/${file}`)).text();

const MEDIA = /^https?:\/\/[^/]+\/sample\/media\//;

test("feeds have absolute addresses of the sample's pictures, which a feed reader can load", async () => {
  const atom = parseAtomFeed(await textOf("feed.xml"));
  const inAtom = (atom.entries ?? []).flatMap(({ media }) => media?.thumbnails ?? []);
  const json = parseJsonFeed(await textOf("feed.json"));
  const inJson = (json.items ?? []).flatMap(({ image }) => image ?? []);
  const addresses = [...inAtom.map(({ url }) => url), ...inJson];
  expect(addresses.length).toBeGreaterThan(20);
  expect(addresses.filter((url) => !MEDIA.test(url ?? ""))).toEqual([]);
});
