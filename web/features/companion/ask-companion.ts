import type {
  CompanionAnswer,
  CompanionRequest,
  CompanionReason,
  CompanionRefusal,
} from "#schema/companion.ts";
import { isObject } from "#schema/is-object.ts";
import { pause } from "#web/lib/pause.ts";
import { companionState, forgetCompanion } from "./companion-state.ts";

const ANSWER_TIMEOUT_MS = 25_000;
/** A hello waits neither for Reddit nor for the visitor. */
const HELLO_TIMEOUT_MS = 3_000;
/** Includes the time to read the companion's question. */
const CONSENT_TIMEOUT_MS = 300_000;

const REASONS: CompanionReason[] = ["signed_out", "blocked", "rate_limited", "busy", "off", "gone"];

/** The companion's own wait is some seconds: a later time is forged, or the clock was changed. */
const LONGEST_WAIT_MS = 15_000;

const BLOCKED: CompanionRefusal = { ok: false, reason: "blocked" };
const GONE: CompanionRefusal = { ok: false, reason: "gone" };

/** Any script of the page can post such a message, so every field is checked. */
function read<Type extends CompanionRequest["type"]>(
  data: Record<string, unknown>,
): CompanionAnswer<Type> {
  // The normaliser treats the body like any untrusted JSON.
  if (data.ok === true && isObject(data.body)) return data as unknown as CompanionAnswer<Type>;
  const reason = REASONS.find((known) => known === data.reason);
  if (!reason) return BLOCKED;
  const until = typeof data.until === "number" && data.until > 0 ? data.until : undefined;
  return { ok: false, reason, until };
}

function timeoutOf(type: CompanionRequest["type"]): number {
  if (type === "hello") return HELLO_TIMEOUT_MS;
  return companionState() === "on" ? ANSWER_TIMEOUT_MS : CONSENT_TIMEOUT_MS;
}

/** In a prerendered page the companion takes the top frame for a lower one and does not answer. */
function onceShown(send: () => void, signal: AbortSignal): void {
  const { prerendering = false } = document as { prerendering?: boolean };
  if (prerendering) document.addEventListener("prerenderingchange", send, { once: true, signal });
  else send();
}

function askOnce<Type extends CompanionRequest["type"]>(
  request: Extract<CompanionRequest, { type: Type }>,
  signal?: AbortSignal,
): Promise<CompanionAnswer<Type>> {
  if (signal?.aborted || companionState() === null) return Promise.resolve(GONE);
  const id = crypto.randomUUID();
  const { promise, resolve } = Promise.withResolvers<CompanionAnswer<Type>>();
  const listen = ({ source, origin, data }: MessageEvent) => {
    const isOurs = source === window && origin === location.origin && isObject(data);
    if (isOurs && data.unearth === 1 && data.id === id && typeof data.ok === "boolean")
      resolve(read(data));
  };
  const giveUp = () => resolve(GONE);
  const ended = new AbortController();
  let wait: ReturnType<typeof setTimeout> | undefined;
  signal?.addEventListener("abort", giveUp);
  window.addEventListener("message", listen);
  onceShown(() => {
    const timeout = timeoutOf(request.type);
    wait = setTimeout(() => {
      if (timeout !== CONSENT_TIMEOUT_MS) forgetCompanion();
      giveUp();
    }, timeout);
    window.postMessage({ unearth: 1, id, ask: request }, location.origin);
  }, ended.signal);
  return promise.finally(() => {
    clearTimeout(wait);
    ended.abort();
    signal?.removeEventListener("abort", giveUp);
    window.removeEventListener("message", listen);
  });
}

/**
 * Sends a request to the companion's content script, and once more if the first met a full queue. Without an answer in
 * time the companion counts as gone, also for later requests, unless its question may still be open.
 */
export async function askCompanion<Type extends CompanionRequest["type"]>(
  request: Extract<CompanionRequest, { type: Type }>,
  signal?: AbortSignal,
): Promise<CompanionAnswer<Type>> {
  const answer = await askOnce(request, signal);
  if (answer.ok || answer.reason !== "busy") return answer;
  const waitMs = (answer.until ?? Infinity) - Date.now();
  if (waitMs > LONGEST_WAIT_MS) return answer;
  await pause(waitMs);
  return askOnce(request, signal);
}
