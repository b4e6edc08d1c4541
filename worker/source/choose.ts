import type { SourceName } from "#schema/api/posts.ts";
import type { Deps } from "#worker/deps.ts";

/** Which source this deployment asks, by its settings; `none` where it names one it does not have. */
export function sourceName({
  config,
  sample,
}: Pick<Deps, "config" | "sample">): SourceName | "none" {
  const hasReddit = config.reddit.clientId !== "";
  if (config.postSource === "reddit") return hasReddit ? "reddit" : "none";
  if (config.postSource === "sample") return sample ? "sample" : "none";
  if (config.postSource === "archive") return "archive";
  if (hasReddit) return "reddit";
  return config.isDevelopment && sample ? "sample" : "archive";
}
