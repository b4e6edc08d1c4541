import { brand } from "#schema/brand.ts";
import type { SourceName } from "#schema/api/posts.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { VERSION } from "#worker/version.ts";
import { archiveSource } from "./archive.ts";
import { sourceName } from "./choose.ts";
import { quickHash } from "./hash.ts";
import type { PostSource } from "./port.ts";
import { redditSource } from "./reddit.ts";
import { ANSWER_MS } from "./upstream.ts";

const asIs = (url: string) => url;

export const scopeOf = (name: SourceName, ...where: string[]): string =>
  `${name}-${quickHash(where.join(" "))}`;

export const ownUserAgent = (deps: Deps): string =>
  deps.config.reddit.userAgent || `web:${brand.domain}:${VERSION} (+https://${brand.domain})`;

/** The sample is this machine: nobody has to be spared, so no desk counts its calls. */
function openSample(deps: Deps, sample: Deps["sample"], deadline: number): PostSource {
  if (!sample) throw new AppError("reddit.unavailable");
  return redditSource(
    { ...deps, desk: null },
    {
      name: "sample",
      deadline,
      scope: scopeOf("sample", sample.redditApiUrl),
      authUrl: sample.redditAuthUrl,
      apiUrl: sample.redditApiUrl,
      clientId: sample.clientId,
      clientSecret: sample.clientSecret,
      userAgent: sample.userAgent,
      fetch: (url, init) => sample.fetch(url, init),
      mediaUrl: (url) => sample.mediaUrl(url),
    },
  );
}

/** A source by name, for one answer that has to be there by `deadline`. */
export function openSource(
  deps: Deps,
  name: SourceName,
  deadline = deps.clock.now() + ANSWER_MS,
): PostSource {
  const { config, sample } = deps;
  if (name === "archive") {
    const apiUrl = config.archiveApiUrl;
    return archiveSource(deps, {
      apiUrl,
      deadline,
      scope: scopeOf("archive", apiUrl),
      userAgent: ownUserAgent(deps),
    });
  }
  if (name === "sample") return openSample(deps, sample, deadline);
  const { reddit } = config;
  return redditSource(deps, {
    ...reddit,
    name,
    deadline,
    scope: scopeOf("reddit", reddit.apiUrl, reddit.authUrl, reddit.clientId),
    fetch: deps.fetch,
    mediaUrl: asIs,
  });
}

/** This deployment's first choice; a deployment that names a source it does not have cannot answer. */
export function primaryName(deps: Deps): SourceName {
  const name = sourceName(deps);
  if (name === "none") throw new AppError("reddit.unavailable");
  return name;
}
