import { noteRateLimit } from "#worker/call-budget/rate-limit-headers.ts";
import type { Caller } from "#worker/call-budget/port.ts";
import { spendCall } from "#worker/call-budget/spend-call.ts";
import type { Deps } from "#worker/deps.ts";
import type { MapUrl } from "#worker/source/port.ts";
import { call, type UpstreamResponse, type UpstreamSettings } from "#worker/upstream/call.ts";

export interface SourceSettings extends Pick<UpstreamSettings, "deadline" | "fetch"> {
  scope: string;
  /** Of a call that is made now. */
  caller(): Caller;
  apiUrl: string;
  userAgent: string;
  mediaUrl: MapUrl | null;
}

/** Counts the call against the source's limit, which the answer's headers state. */
export async function callSource(
  deps: Deps,
  upstream: UpstreamSettings,
  { scope, caller, deadline, apiUrl, userAgent }: SourceSettings,
  path: string,
  authorization: { Authorization?: string } = {},
): Promise<UpstreamResponse> {
  const headers = { ...authorization, "User-Agent": userAgent, Accept: "application/json" };
  const count = () =>
    spendCall(deps, { scope, caller: caller(), deadline }, upstream.codes.rateLimited);
  const answer = await call(upstream, apiUrl + path, { headers }, count);
  noteRateLimit(deps, scope, answer.headers);
  return answer;
}
