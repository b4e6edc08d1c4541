import { brand } from "#schema/brand.ts";
import type { SourceName } from "#schema/api/search.ts";
import type { Caller } from "#worker/call-budget/port.ts";
import { derive, type Deps, type Fetch, type SampleWorld } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { quickHash } from "#normalise/quick-hash.ts";
import { timed } from "#worker/lib/timing.ts";
import { VERSION } from "#worker/version.ts";
import { archiveSource } from "./adapters/archive.ts";
import { redditSource } from "./adapters/reddit.ts";
import type { PostSource } from "./port.ts";
import { sourceName } from "./source-name.ts";

/** The archive beside Reddit: what it does not know may exist, and what it has may be deleted at Reddit. */
export const isSecondary = (deps: Deps, { name }: Pick<PostSource, "name">): boolean =>
  name !== sourceName(deps);

/** The archive has copies of posts and accounts that were deleted at Reddit, under older names too. */
export const keepsDeleted = ({ name }: Pick<PostSource, "name">): boolean => name === "archive";

/** Throws if there is no main source. */
export function requireSourceName(deps: Deps): SourceName {
  const name = sourceName(deps);
  if (name === "none") throw new AppError("reddit.unavailable");
  return name;
}

export const hasArchive = (deps: Pick<Deps, "config" | "sample">): boolean =>
  deps.config.archiveFallback || ["archive", "sample"].includes(sourceName(deps));

const scopeOf = (name: SourceName, ...settings: string[]): string =>
  `${name}-${quickHash(settings.join(" "))}`;

/** A cache hit can turn a newcomer into a known visitor, so each call asks. */
const callerOf =
  ({ visitorBudget }: Deps) =>
  (): Caller =>
    visitorBudget
      ? { purpose: visitorBudget.purpose, sender: visitorBudget.sender }
      : { purpose: "recheck" };

const ownUserAgent = (deps: Deps): string =>
  deps.config.reddit.userAgent || `web:${brand.domain}:${VERSION} (+https://${brand.domain})`;

/** Times the call up to its headers. */
const timedFetch =
  (deps: Deps, send: Fetch): Fetch =>
  (url, init) =>
    timed(deps, "source", () => send(url, init));

/** What every source of the request has. `sample`: its calls and addresses are the sample's. */
const requestParts = (deps: Deps, sample: SampleWorld | null) => ({
  caller: callerOf(deps),
  // Only jobs have no visitor.
  deadline: deps.visitorBudget?.deadline ?? Infinity,
  fetch: timedFetch(deps, sample ? (url, init) => sample.fetch(url, init) : deps.fetch),
  mediaUrl: sample && ((url: string) => sample.mediaUrl(url)),
});

/** The sample runs in this process, so its calls are not counted. */
const withoutCallBudget = (deps: Deps): Deps => derive(deps, { callBudget: null });

function openReddit(deps: Deps): PostSource {
  const { reddit } = deps.config;
  return redditSource(deps, {
    ...reddit,
    ...requestParts(deps, null),
    name: "reddit",
    scope: scopeOf("reddit", reddit.apiUrl, reddit.authUrl, reddit.clientId),
  });
}

/** With the sample as main source, the archive is the sample's too. */
function openArchive(deps: Deps): PostSource {
  const sample = sourceName(deps) === "sample" ? deps.sample : null;
  const apiUrl = sample?.archiveApiUrl ?? deps.config.archiveApiUrl;
  return archiveSource(sample ? withoutCallBudget(deps) : deps, {
    ...requestParts(deps, sample),
    apiUrl,
    scope: scopeOf("archive", apiUrl),
    userAgent: sample?.userAgent ?? ownUserAgent(deps),
  });
}

function openSample(deps: Deps): PostSource {
  const { sample } = deps;
  if (!sample) throw new AppError("reddit.unavailable");
  const { clientId, clientSecret, userAgent, redditAuthUrl, redditApiUrl } = sample;
  return redditSource(withoutCallBudget(deps), {
    ...requestParts(deps, sample),
    clientId,
    clientSecret,
    userAgent,
    authUrl: redditAuthUrl,
    apiUrl: redditApiUrl,
    name: "sample",
    scope: scopeOf("sample", redditApiUrl),
  });
}

const OPENERS: Record<SourceName, (deps: Deps) => PostSource> = {
  reddit: openReddit,
  archive: openArchive,
  sample: openSample,
};

/** Each request opens each source once. */
export const openSource = (deps: Deps, name: SourceName): PostSource =>
  (deps.sources[name] ??= OPENERS[name](deps));

export const openMainSource = (deps: Deps): PostSource => openSource(deps, requireSourceName(deps));
