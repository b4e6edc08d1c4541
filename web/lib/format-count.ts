/** 999, then 1.0k, then 1.0M, as in the specification. */
export function formatCount(count: number): string {
  if (Math.abs(count) < 1000) return String(count);
  if (Math.abs(count) < 999_950) return `${(count / 1000).toFixed(1)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
}

export function plural(count: number, one: string): string {
  return `${formatCount(count)} ${count === 1 ? one : `${one}s`}`;
}

/** Hearts use K and M. */
export function formatHearts(count: number): string {
  return formatCount(count).toUpperCase();
}

export function heartsText(count: number): string {
  return `${formatHearts(count)} ${count === 1 ? "heart" : "hearts"}`;
}
