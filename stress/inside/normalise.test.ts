import * as fc from "fast-check";
import { expect, test } from "vitest";
import { CREATORS } from "#sample/creators/all.ts";
import { handleSampleReddit } from "#sample/reddit.ts";
import { handleSampleRedgifs, mintGuestToken } from "#sample/redgifs.ts";
import { mintToken } from "#sample/token.ts";
import { MEDIA_TYPES } from "#schema/media.ts";
import { makeBatch, serialiseBatch } from "#worker/search/batch.ts";
import { parseBatch } from "#worker/search/parse-batch.ts";
import { clipFrom } from "#worker/redgifs/redgifs.rules.ts";
import { normaliseListing } from "#normalise/listing.ts";
import type { NormalisedPost } from "#normalise/post.ts";
import { normaliseProfile } from "#normalise/profile.ts";
import { record, type Json } from "#normalise/read.ts";
import { mutated, mutations } from "./mutate-json.ts";
import { PROPERTY_MS, seeded } from "./seeded.ts";

const NOW = Date.UTC(2026, 10, 21, 12);

async function reddit(path: string): Promise<Json> {
  const headers = {
    "user-agent": "web:stress:1.0 (by /u/stress)",
    authorization: `Bearer ${mintToken(NOW)}`,
  };
  const request = new Request(`https://reddit.invalid${path}`, { headers });
  const answer = await handleSampleReddit(request, NOW);
  return answer.ok ? ((await answer.json()) as Json) : {};
}

const names = CREATORS.filter(({ fault }) => !fault).map(({ name }) => name);
const children = (
  await Promise.all(names.map((name) => reddit(`/user/${name}/submitted?limit=100`)))
).flatMap((listing) => (record(listing.data)?.children ?? []) as Json[]);
const profiles = (await Promise.all(names.map((name) => reddit(`/user/${name}/about`)))).flatMap(
  ({ data }): Json[] => [record(data) ?? {}],
);

async function clip(id: string): Promise<Json> {
  const headers = { authorization: `Bearer ${mintGuestToken(NOW)}` };
  const request = new Request(`https://redgifs.invalid/v2/gifs/${id}`, { headers });
  return (await handleSampleRedgifs(request, NOW)).json();
}
const clips = await Promise.all(["amberdriftingheron", "quietgildedmoth"].map(clip));

/** Hosts for which resolvers build addresses from an id. */
const OWN_HOSTS = [
  "www.reddit.com",
  "i.redd.it",
  "v.redd.it",
  "preview.redd.it",
  "i.imgur.com",
  "imgur.com",
  "www.redgifs.com",
  "i.redgifs.com",
  "streamable.com",
  "www.youtube-nocookie.com",
  "www.youtube.com",
  "i.ytimg.com",
  "gfycat.com",
];

const IS_ADDRESS = /^(url|poster)$|Url$/;

/** Every address in a response, by the fields that hold one. */
function addressesIn(value: unknown, key = ""): string[] {
  if (typeof value === "string") return IS_ADDRESS.test(key) ? [value] : [];
  if (Array.isArray(value)) {
    const inside = key === "galleryImages" ? "url" : "";
    return value.flatMap((one) => addressesIn(one, inside));
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => addressesIn(one, name));
}

/** Every host name in the input, as parsed by the URL parser. */
function hostsIn(value: unknown): string[] {
  if (typeof value === "string") {
    const text = value.replaceAll("&amp;", "&").trim();
    const url = URL.parse(text.startsWith("//") ? `https:${text}` : text);
    const inner = url?.searchParams.get("url");
    return [...(url ? [url.hostname] : []), ...(inner ? hostsIn(inner) : [])];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(hostsIn);
}

const OWN = new Set(OWN_HOSTS);

function problemOf(address: string, named: () => Set<string>): string[] {
  const url = URL.parse(address);
  if (url?.protocol !== "https:" || !address.startsWith("https://"))
    return [`${address} is not https`];
  if (url.username || url.password) return [`${address} has credentials in it`];
  if (OWN.has(url.hostname) || named().has(url.hostname)) return [];
  return [`${address} is of a host that neither the input nor OWN_HOSTS names`];
}

/** One assertion per case, because thousands of assertions would take most of the time. */
function expectSafe(output: unknown, input: unknown): void {
  let hosts: Set<string> | null = null;
  const named = () => (hosts ??= new Set(hostsIn(input)));
  const problems = addressesIn(output).flatMap((address) => problemOf(address, named));
  const polluted = Object.keys(Object.prototype);
  expect([...problems, ...polluted]).toEqual([]);
}

/** parseBatch() throws for a shape that the cache would count as missing, at every read again. */
function expectReadBack(posts: NormalisedPost[]): void {
  for (const found of posts) {
    const batch = makeBatch([found], { state: "ok", profile: null, next: null, before: [] });
    parseBatch(serialiseBatch(batch));
  }
}

test("the sample has posts of every kind to mutate", () => {
  const { posts } = normaliseListing(children, NOW);
  expect(posts.length).toBeGreaterThan(100);
  expect(new Set(posts.map(({ post }) => post.mediaType))).toEqual(new Set(MEDIA_TYPES));
  expectReadBack(posts);
  expectSafe(
    posts.map(({ post }) => post),
    children,
  );
});

test(
  "a mutated listing never throws, yields only https addresses of hosts it named, and is read back from the cache",
  { timeout: PROPERTY_MS },
  () => {
    fc.assert(
      fc.property(fc.constantFrom(...children), mutations, (child, changes) => {
        const input = mutated(child, changes);
        const { posts, dropped } = normaliseListing([input], NOW, "owner");
        expect(posts.length + dropped).toBeLessThanOrEqual(1);
        expectReadBack(posts);
        for (const { post, key } of posts) {
          expectSafe(post, input);
          const facts = {
            type: MEDIA_TYPES.includes(post.mediaType),
            id: /^t3_[a-z0-9]{1,13}$/.test(post.id),
            permalink: /^\/(?!\/)/.test(post.permalink),
            time: new Date(post.createdAt).getTime() === post.created * 1000,
            score: Number.isSafeInteger(post.score),
            key: /\S/.test(key),
            title: post.title.length <= 1000,
          };
          expect(Object.entries(facts).filter(([, isHeld]) => !isHeld)).toEqual([]);
        }
      }),
      seeded(1000),
    );
  },
);

test(
  "a mutated profile never throws, and its picture is an https address or none",
  { timeout: PROPERTY_MS },
  () => {
    fc.assert(
      fc.property(fc.constantFrom(...profiles), mutations, (profile, changes) => {
        const input = mutated(profile, changes);
        const found = normaliseProfile(input, "asked_name");
        expectSafe(found, input);
        expect(found.username).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(found.id).toMatch(/^(t2_[a-z0-9]{1,13})?$/);
      }),
      seeded(200, 0.2),
    );
  },
);

test(
  "a mutated clip never throws, and yields https addresses or no clip",
  { timeout: PROPERTY_MS },
  () => {
    fc.assert(
      fc.property(fc.constantFrom(...clips), mutations, (body, changes) => {
        const input = mutated(body, changes);
        const found = clipFrom(input, NOW);
        expectSafe(found?.answer, input);
        expect(Number.isFinite(found?.keepMs ?? 0)).toBe(true);
      }),
      seeded(200, 0.2),
    );
  },
);
