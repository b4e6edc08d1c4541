import type {
  CompanionAnswer,
  CompanionAsk,
  CompanionReason,
  CompanionRefusal,
} from "#schema/companion.ts";
import { companionState } from "./companion-state.ts";

const TIMEOUT_MS = 25_000;
/** The visitor reads the companion's question. */
const CONSENT_TIMEOUT_MS = 300_000;

const REASONS: CompanionReason[] = ["signed_out", "blocked", "rate_limited", "off", "gone"];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const BLOCKED: CompanionRefusal = { ok: false, reason: "blocked" };

/** Other scripts could have posted it: nothing of it is believed before it is read. */
function read<Type extends CompanionAsk["type"]>(
  data: Record<string, unknown>,
): CompanionAnswer<Type> {
  // The normaliser reads the inside of a body as it reads any foreign JSON.
  if (data.ok === true && isObject(data.body)) return data as unknown as CompanionAnswer<Type>;
  const reason = REASONS.find((known) => known === data.reason);
  if (!reason) return BLOCKED;
  const until = typeof data.until === "number" && data.until > 0 ? data.until : undefined;
  return { ok: false, reason, until };
}

/** Asks the companion through its content script. Without an answer in time it counts as gone. */
export function askCompanion<Type extends CompanionAsk["type"]>(
  ask: Extract<CompanionAsk, { type: Type }>,
  signal?: AbortSignal,
): Promise<CompanionAnswer<Type>> {
  const id = crypto.randomUUID();
  const { promise, resolve } = Promise.withResolvers<CompanionAnswer<Type>>();
  const listen = ({ source, origin, data }: MessageEvent) => {
    const isOurs = source === window && origin === location.origin && isObject(data);
    if (isOurs && data.unearth === 1 && data.id === id && typeof data.ok === "boolean")
      resolve(read(data));
  };
  const giveUp = () => resolve({ ok: false, reason: "gone" });
  const wait = setTimeout(giveUp, companionState() === "on" ? TIMEOUT_MS : CONSENT_TIMEOUT_MS);
  signal?.addEventListener("abort", giveUp);
  window.addEventListener("message", listen);
  window.postMessage({ unearth: 1, id, ask }, location.origin);
  return promise.finally(() => {
    clearTimeout(wait);
    signal?.removeEventListener("abort", giveUp);
    window.removeEventListener("message", listen);
  });
}
