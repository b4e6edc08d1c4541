import type { SourceName } from "#schema/api/search.ts";
import type { Deps } from "#worker/deps.ts";

/** The deployment's main source; `none` if the configured one has no credentials or is not bundled. */
export function sourceName({
  config,
  sample,
}: Pick<Deps, "config" | "sample">): SourceName | "none" {
  const hasReddit = config.reddit.clientId !== "";
  if (config.postSource === "reddit") return hasReddit ? "reddit" : "none";
  if (config.postSource === "sample") return sample ? "sample" : "none";
  if (config.postSource === "archive") return "archive";
  if (hasReddit) return "reddit";
  return config.environment === "development" && sample ? "sample" : "archive";
}
