import { migrate, startWorker, type RunningWorker } from "#tools/runtime.ts";
import { ApiClient } from "./api-client.ts";
import {
  EXPECTED,
  floodSender,
  readExamples,
  sendAtRate,
  Visitors,
  type CacheExample,
  type Scene,
  type VisitorTally,
} from "./flood-scene.ts";
import type { Report, Step } from "./report.ts";
import { seededRandom } from "./seeded-random.ts";
import { FLOOD_NAMES } from "./stand-in/plain-reddit.ts";
import { RedditServer } from "./stand-in/reddit-server.ts";

const CONNECTIONS = 64;
const SETTLE_SECONDS = 30;
const SCENE_SECONDS = 70;
const PROBE_SECONDS = 3;
const PROBE_CONNECTIONS = 16;
/** Share for visitors and share for the flood: together two fifths of the machine's capacity. */
const SHARE_OF_CAPACITY = 0.2;
const FEWEST_PER_SECOND = 10;
/** Searches of visitors; with more, the misses that 95 calls a minute can serve would be below 1 % of them. */
const MOST_PER_SECOND = 40;
/** Requests a second of visitors, and of the largest flood, at full scale. */
const FULL_SCALE = 100;
const MAX_REFUSED = 0.01;
/** Of a flood: a busy machine fails up to a twentieth. */
const MIN_ANSWERED = 0.9;
const MAX_CALLS = 95;
/** Calls are granted by the minute and reach Reddit up to a second late. */
const MINUTE_AT_THE_WIRE_MS = 59_000;

const SCENES: Scene[] = [
  { name: "one", about: "one network", prefixes: 1, names: "missing", perHundred: 20 },
  {
    name: "many",
    about: "a thousand networks",
    prefixes: 1_000,
    names: "missing",
    perHundred: 100,
  },
  {
    name: "known",
    about: "three networks of known visitors",
    prefixes: 3,
    names: "existing",
    perHundred: 20,
  },
];

interface Setting {
  reddit: RedditServer;
  worker: RunningWorker;
  visitorClient: ApiClient;
  floodClient: ApiClient;
  random: () => number;
  perSecond: number;
  examples: CacheExample[];
}

const newTally = (): VisitorTally => ({
  requests: 0,
  refused: 0,
  failures: new Map(),
  cachedRefused: 0,
  uncached: 0,
});

const countFloodCalls = (calls: readonly { name: string }[]) =>
  calls.filter(({ name }) => Object.values(FLOOD_NAMES).some((prefix) => name.startsWith(prefix)))
    .length;

const counts = (statuses: Map<string, number>) =>
  [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ");

/** Cached searches per second on this machine, where one thread serves visitors and flood. */
async function measureCapacity(client: ApiClient): Promise<number> {
  const end = performance.now() + PROBE_SECONDS * 1000;
  let answers = 0;
  const repeat = async () => {
    while (performance.now() < end) {
      const body = { username: "probe", limit: 12 };
      await client.send({ method: "POST", path: "/api/reddit/search", body });
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: PROBE_CONNECTIONS }, repeat));
  return answers / PROBE_SECONDS;
}

async function playScene(report: Report, setting: Setting, scene: Scene): Promise<void> {
  const { random, perSecond, reddit } = setting;
  const visitors = new Visitors(setting.visitorClient, random, scene.name, perSecond);
  await visitors.fillCache(setting.worker.kv, setting.examples);
  const tally = newTally();
  const visit = () => visitors.visit(tally);
  await sendAtRate(random, { perSecond, seconds: SETTLE_SECONDS }, visit);
  Object.assign(tally, newTally());
  const flooder = floodSender(setting.floodClient, random, scene);
  const before = reddit.calls.length;
  const floodRate = (scene.perHundred * perSecond) / FULL_SCALE;
  await Promise.all([
    sendAtRate(random, { perSecond, seconds: SCENE_SECONDS }, visit),
    sendAtRate(random, { perSecond: floodRate, seconds: SCENE_SECONDS }, flooder.send),
  ]);
  const asked = reddit.calls.slice(before);
  report.note(`${asked.length} upstream calls, ${countFloodCalls(asked)} of them for the flood`);
  checkFlood(report, scene.about, flooder.statuses);
  checkScene(report, scene, tally);
}

/** The floods' effects on visitors mean nothing if the Worker or Reddit does not get them. */
export function checkFlood(report: Report, about: string, statuses: Map<string, number>): void {
  let [requests, answered] = [0, 0];
  for (const [status, count] of statuses) {
    requests += count;
    if (EXPECTED.has(Number(status))) answered += count;
  }
  report.check(
    `of the requests of ${about}, nine in ten are answered or refused`,
    requests > 0 && answered >= requests * MIN_ANSWERED,
    counts(statuses),
  );
}

/** In all scenes together: in one, visitors of new addresses may use up the calls that a flood could make. */
export function checkFloodCalls(report: Report, calls: readonly { name: string }[]): void {
  const forFlood = countFloodCalls(calls);
  report.check("the floods reach Reddit", forFlood > 0, `${forFlood} calls`);
}

export function checkScene(report: Report, scene: Pick<Scene, "about">, tally: VisitorTally): void {
  const { requests, refused, failures, cachedRefused, uncached } = tally;
  report.check(
    `beside ${scene.about}, fewer than 1 % of the visitors' searches are refused`,
    refused < requests * MAX_REFUSED,
    `${refused} of ${requests}, ${uncached} of them for uncached creators`,
  );
  report.check(
    `beside ${scene.about}, no search for a cached creator is refused`,
    cachedRefused === 0,
    `${cachedRefused}`,
  );
  report.check(`beside ${scene.about}, no search fails`, failures.size === 0, counts(failures));
  report.check(
    `beside ${scene.about}, refusing every uncached creator would be seen`,
    uncached > requests * MAX_REFUSED,
  );
}

async function playScenes(
  report: Report,
  setting: Omit<Setting, "perSecond" | "examples">,
): Promise<void> {
  const { reddit, visitorClient } = setting;
  const examples = await readExamples(visitorClient, setting.worker.kv);
  const capacity = await measureCapacity(visitorClient);
  const scaled = Math.round(capacity * SHARE_OF_CAPACITY);
  const perSecond = Math.max(FEWEST_PER_SECOND, Math.min(MOST_PER_SECOND, scaled));
  report.note(
    `${Math.round(capacity)} searches a second from the cache: ${perSecond} visitors' a second, ${perSecond} % of full scale`,
  );
  for (const scene of SCENES) await playScene(report, { ...setting, perSecond, examples }, scene);
  checkFloodCalls(report, reddit.calls);
  const busiest = reddit.busiest(MINUTE_AT_THE_WIRE_MS);
  report.check(
    `no minute has more than ${MAX_CALLS} upstream calls, and Reddit refuses none`,
    busiest <= MAX_CALLS && reddit.refused === 0,
    `${busiest} in the busiest, ${reddit.refused} refused`,
  );
}

/** The production Worker with its call budget and limits, over a stand-in for Reddit's HTTP API. */
const startOver = (redditUrl: string) =>
  startWorker("worker/index.ts", "flood", {
    hasCallBudget: true,
    limits: { SEARCH_LIMIT: 30, WIDE_LIMIT: 30, WIDEST_LIMIT: 90 },
    vars: {
      RATE_LIMITS: "on",
      POST_SOURCE: "reddit",
      REDDIT_CLIENT_ID: "stress",
      REDDIT_CLIENT_SECRET: "stress",
      REDDIT_USER_AGENT: "web:stress:1.0 (by /u/stress)",
      REDDIT_AUTH_URL: redditUrl,
      REDDIT_API_URL: redditUrl,
    },
  });

export const flood: Step = {
  name: "flood",
  about:
    "visitors beside one network, then a thousand, that ask for names that do not exist, then three that ask for real ones",
  run: async (report, seed) => {
    const reddit = new RedditServer();
    const worker = await startOver(await reddit.start());
    const url = `http://127.0.0.1:${worker.port}`;
    const visitorClient = new ApiClient(url, CONNECTIONS);
    const floodClient = new ApiClient(url, CONNECTIONS);
    try {
      await migrate(worker.database);
      const random = seededRandom(seed);
      await playScenes(report, { reddit, worker, visitorClient, floodClient, random });
    } finally {
      visitorClient.close();
      floodClient.close();
      await worker.stop();
      reddit.stop();
    }
  },
};
