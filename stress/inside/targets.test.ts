import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { FAULTS } from "#stress/stand-in/faults.ts";
import type { Endpoint } from "#stress/stand-in/upstream.ts";
import { signUp } from "#worker/testing/accounts.ts";
import { CREATOR, expectBack, expectFault, answeredInTime, isTested } from "./world.ts";
import { newWorld, postId, type Case, type World } from "./world.ts";

const badges = ({ app }: World) => app.request(`/api/badges/users/${CREATOR}`);
const refreshed = ({ app }: World) => app.send("POST", `/api/badges/users/${CREATOR}/refresh`, {});

/** Deletes users and, by cascade, their posts, so that the next heart has to look its target up. */
const forgetTargets = () => env.DB.prepare("delete from reddit_user").run();

let voters = 0;

async function voteFor(world: World, place: string, id: string): Promise<Response> {
  const { cookie } = await signUp(world.app, `voter_${(voters += 1)}`);
  const path = `/api/leaderboard/${place}/${id}/vote`;
  return world.app.request(path, { method: "POST", headers: { cookie } });
}

const BADGES: Case[] = [
  { source: "reddit", endpoint: "token", noun: "reddit", what: "badges", ask: badges },
  { source: "reddit", endpoint: "about", noun: "reddit", what: "badges", ask: badges },
  { source: "archive", endpoint: "archive", noun: "archive", what: "badges", ask: badges },
  { source: "reddit", endpoint: "about", noun: "reddit", what: "fresh badges", ask: refreshed },
];

/** Badges are cached by name only, so that a case would find those of the case before. */
async function forgetBadges(): Promise<void> {
  const { keys } = await env.KV.list({ prefix: "badges:" });
  await Promise.all(keys.map(({ name }) => env.KV.delete(name)));
  await forgetTargets();
}

describe.each(BADGES)(
  "$what from $source, $endpoint at fault",
  ({ source, endpoint, noun, ask }) => {
    test.each(FAULTS.filter(isTested))(
      "%s gets its own error in time, and ends with the fault",
      async (fault) => {
        expect.hasAssertions();
        const world = newWorld(source);
        await forgetBadges();
        world.upstream.faults.set(endpoint, fault);
        await expectFault(await answeredInTime(() => ask(world)), fault, noun);
        await expectBack(world, ask);
      },
    );
  },
);

interface Heart {
  place: "posts" | "users";
  source: "reddit" | "archive";
  endpoint: Endpoint;
}

const HEARTS: Heart[] = [
  { place: "posts", source: "reddit", endpoint: "info" },
  { place: "posts", source: "reddit", endpoint: "token" },
  { place: "posts", source: "archive", endpoint: "archive" },
  { place: "users", source: "reddit", endpoint: "about" },
  { place: "users", source: "archive", endpoint: "archive" },
];

// Not concurrent: the cases store their targets in one database.
describe.each(HEARTS)(
  "a heart for an unknown target of $place, $endpoint of $source at fault",
  ({ place, source, endpoint }) => {
    test.each(FAULTS.filter(isTested))(
      "is refused while the source is at fault, and accepted afterwards: %s",
      async (fault) => {
        expect.hasAssertions();
        const id = place === "posts" ? await postId() : "northlight";
        const world = newWorld(source);
        const vote = () => voteFor(world, place, id);
        await forgetTargets();
        world.upstream.faults.set(endpoint, fault);
        await expectFault(await answeredInTime(vote), fault, source);
        await expectBack(world, vote);
      },
    );
  },
);
