import lighthouse from "lighthouse";
import { median } from "#tools/numbers.ts";

export interface PageScore {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  requests: number;
  /** KB over the network. */
  code: number;
  pictures: number;
  /** Lighthouse's rating of the machine; a mid-range phone has about 1,000. */
  benchmarkIndex: number;
  /** Audits with a score below 0.9. */
  failed: string[];
}

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
/** A driven browser makes no requests of its own, and /user is kept out of search engines on purpose. */
const LEFT_OUT = ["is-crawlable"];

interface Item {
  resourceType?: string;
  transferSize?: number;
}

function itemsOf(details: unknown): Item[] {
  if (typeof details !== "object" || details === null || !("items" in details)) return [];
  return Array.isArray(details.items) ? (details.items as Item[]) : [];
}

export async function scorePage(url: string, port: number): Promise<PageScore> {
  const flags = {
    port,
    onlyCategories: CATEGORIES,
    skipAudits: LEFT_OUT,
    logLevel: "error" as const,
  };
  const result = await lighthouse(url, flags);
  if (!result) throw new Error(`Lighthouse said nothing of ${url}`);
  const { audits, categories } = result.lhr;
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? 0;
  const items = itemsOf(audits["network-requests"]?.details);
  const kilobytes = (...types: string[]) =>
    items
      .filter(({ resourceType = "" }) => types.includes(resourceType))
      .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1000;
  const failed = Object.values(audits)
    .filter((audit) => audit.score !== null && audit.score < 0.9)
    .map((audit) => audit.id);
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    bestPractices: score("best-practices"),
    seo: score("seo"),
    fcp: value("first-contentful-paint"),
    lcp: value("largest-contentful-paint"),
    tbt: value("total-blocking-time"),
    cls: value("cumulative-layout-shift"),
    requests: items.length,
    code: kilobytes("Script", "Stylesheet"),
    pictures: kilobytes("Image"),
    benchmarkIndex: result.lhr.environment.benchmarkIndex,
    failed,
  };
}

/** The median of each figure over the runs. */
export function medianScore(scores: PageScore[]): PageScore {
  const middle = (pick: (score: PageScore) => number) => median(scores.map(pick));
  return {
    performance: middle((one) => one.performance),
    accessibility: middle((one) => one.accessibility),
    bestPractices: middle((one) => one.bestPractices),
    seo: middle((one) => one.seo),
    fcp: middle((one) => one.fcp),
    lcp: middle((one) => one.lcp),
    tbt: middle((one) => one.tbt),
    cls: middle((one) => one.cls),
    requests: middle((one) => one.requests),
    code: middle((one) => one.code),
    pictures: middle((one) => one.pictures),
    benchmarkIndex: middle((one) => one.benchmarkIndex),
    failed: [...new Set(scores.flatMap(({ failed }) => failed))],
  };
}
