import type { MiddlewareHandler } from "hono";
import { isFeedPath } from "#schema/feeds.ts";
import { RequestBudget, type VisitorBudgetSettings } from "./visitor-budget.ts";
import type { AppContext, AppEnv } from "#worker/http/context.ts";
import { clientPrefixes } from "#worker/http/rate-limit.ts";
import { sourceName } from "#worker/source/source-name.ts";

/** Prefetches of pages have the headers of a navigation. */
const isPrefetched = (c: AppContext): boolean =>
  c.req.header("Sec-Purpose")?.startsWith("prefetch") ?? false;

/** Frames, `embed` and `object` navigate too, with a destination of their own. */
const isForDocument = (c: AppContext): boolean =>
  (c.req.header("Sec-Fetch-Dest") ?? "document") === "document";

/** Requests that another site's image, frame, script or prefetch caused without the visitor's intent. */
const isEmbedded = (c: AppContext): boolean =>
  c.req.header("Sec-Fetch-Site") === "cross-site" &&
  (c.req.header("Sec-Fetch-Mode") !== "navigate" || !isForDocument(c) || isPrefetched(c));

/** A page fetched as anything but a document is not shown. Feeds are exempt: browsers can be feed readers. */
const isNoDocument = (c: AppContext): boolean =>
  !isForDocument(c) && !c.req.path.startsWith("/api/") && !isFeedPath(c.req.path);

function settingsOf(c: AppContext): VisitorBudgetSettings {
  const { deps } = c.env;
  const { clock, config, limits } = deps;
  const { own, wide, widest } = clientPrefixes(c);
  // The sample runs on this machine and has no limit to share.
  const isLimited = config.rateLimits && sourceName(deps) !== "sample";
  const counters = () => {
    if (!isLimited) return [];
    const shared = [wide, widest].filter((prefix) => prefix !== null);
    return [
      { limit: limits.SEARCH_LIMIT, key: own },
      // WIDEST_LIMIT (90 a minute) for both: WIDE_LIMIT is 30 like SEARCH_LIMIT, so a whole /24 would share one
      // address's allowance.
      ...shared.map((prefix) => ({ limit: limits.WIDEST_LIMIT, key: `SEARCH_LIMIT ${prefix}` })),
    ];
  };
  const sender = isLimited ? (widest ?? wide ?? own) : undefined;
  const isCacheOnly = isEmbedded(c) || isNoDocument(c);
  return { clock, counters, sender, prefix: own, isCacheOnly };
}

/** Sets the upstream budget of the request's sender. */
export const withVisitorBudget: MiddlewareHandler<AppEnv> = (c, next) => {
  const { deps } = c.env;
  deps.visitorBudget = new RequestBudget(() => settingsOf(c), deps.waitUntil);
  return next();
};
