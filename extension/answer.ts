import {
  companionMessage,
  type CompanionAnswer,
  type CompanionRequest,
  type CompanionBodies,
} from "#schema/companion.ts";
import { isObject } from "#schema/is-object.ts";
import { publicListing, publicUser } from "./public-fields.ts";
import { askReddit, type Reddit } from "./reddit.ts";
import { readSettings } from "./storage.ts";

export interface Sender {
  id?: string;
  origin?: string;
  url?: string;
  frameId?: number;
}

export interface Companion extends Reddit {
  version: string;
  extensionId: string;
  /** Origins of Unearth's pages; one without a port stands for all ports. */
  origins: readonly string[];
}

const GONE: CompanionAnswer = { ok: false, reason: "gone" };

const originOf = ({ origin, url }: Sender): string => origin ?? URL.parse(url ?? "")?.origin ?? "";

/** `http://localhost` allows `http://localhost:8787` in development builds; https origins have to match as they are. */
export function isUnearth(origin: string, origins: readonly string[]): boolean {
  const withoutPort = origin.startsWith("http://") ? origin.replace(/:\d+$/, "") : origin;
  return origins.includes(origin) || origins.includes(withoutPort);
}

/** Returns null for an answer of another kind than the request. */
function publicBodyOf(
  request: CompanionRequest,
  json: unknown,
): CompanionBodies[CompanionRequest["type"]] | null {
  if (request.type === "about") {
    const user = isObject(json) && json.kind === "t2" && isObject(json.data) ? json.data : null;
    return user && { state: "ok", user: publicUser(user) };
  }
  const listing = publicListing(json);
  if (request.type === "listing") return listing && { state: "ok", ...listing };
  const post = listing?.children.find(({ id }) => request.type === "post" && id === request.id);
  if (!listing) return null;
  return post ? { state: "ok", post } : { state: "missing" };
}

async function answerRequest(
  companion: Companion,
  request: CompanionRequest,
): Promise<CompanionAnswer> {
  if (request.type === "hello") return { ok: true, body: { version: companion.version } };
  const answer = await askReddit(companion, request);
  if (!answer.ok) return answer;
  if (answer.status === 404) return { ok: true, body: { state: "missing" } };
  if (answer.status === 403) return { ok: true, body: { state: "forbidden" } };
  const body = answer.status === 200 ? publicBodyOf(request, answer.json) : null;
  return body ? { ok: true, body } : { ok: false, reason: "blocked" };
}

/**
 * Answers a message of a page, passed on by the content script. Returns null for other senders and for frames below
 * the top one: silence tells such a page nothing about the extension.
 */
export async function answerMessage(
  companion: Companion,
  sender: Sender,
  message: unknown,
): Promise<CompanionAnswer | null> {
  if (sender.id !== companion.extensionId || sender.frameId !== 0) return null;
  if (!isUnearth(originOf(sender), companion.origins)) return null;
  const parsed = companionMessage.safeParse(message);
  // A newer page than the companion. Without an answer it would wait for its timeout, and count the companion as removed.
  if (!parsed.success) return GONE;
  try {
    const { on } = await readSettings(companion.storage);
    return on ? await answerRequest(companion, parsed.data.ask) : { ok: false, reason: "off" };
  } catch {
    // The browser's storage failed: the page must not wait for its timeout here either.
    return GONE;
  }
}
