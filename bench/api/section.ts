import { mark, record, table } from "#bench/results.ts";
import { measureApi } from "./api.ts";

export async function api(): Promise<void> {
  const rows = (await measureApi()).map(({ name, floor, ratio, aim, ours, floors, failures }) => [
    name,
    floor,
    ratio.toFixed(2),
    `≥ ${aim.toFixed(2)}`,
    mark(ratio >= aim && failures === 0),
    String(Math.round(ours)),
    String(Math.round(floors)),
  ]);
  record(
    "API against its floors",
    `Requests a second of the real Worker over those of a bare Hono route that does the least the job needs, both in workerd behind
Miniflare, 8 connections, five interleaved rounds of a second, the median of the rounds' ratios.

${table(["call", "floor", "ratio", "aim", "", "ours /s", "floor /s"], rows)}`,
  );
}
