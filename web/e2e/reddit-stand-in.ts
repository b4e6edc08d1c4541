import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { handleSampleReddit } from "#sample/reddit.ts";
import { mintToken } from "#sample/token.ts";

/** Runs a script if it is not shown as text. */
export const SCRIPT = "<img src=x onerror=\"document.title='owned'\"><script>alert(1)</script>";

export interface RedditStandIn {
  origin: string;
  /** Paths with their queries, in order. */
  calls: string[];
  /** Puts a script into the title of the first post. */
  isHostile: boolean;
  /** Answers in place of the sample, unless it returns null. */
  instead: (
    path: string,
  ) => { status: number; body: string; headers?: Record<string, string> } | null;
  close: () => void;
}

const BLOCK =
  "<h1>You've been blocked by network security.</h1>To continue, log in to your Reddit account";

interface Listing {
  data: { modhash: string; children?: { data: Record<string, unknown> }[] };
}

/** Adds Reddit's fields about the visitor, which must not leave the extension, and the hostile title. */
function personal(listing: Listing, isHostile: boolean): Listing {
  const children = listing.data.children?.map((child, index) => ({
    ...child,
    data: {
      ...child.data,
      saved: true,
      likes: false,
      mod_note: "private-to-the-visitor",
      ...(isHostile && index === 0 && { title: SCRIPT }),
    },
  }));
  return { ...listing, data: { ...listing.data, modhash: "private-token", children } };
}

async function answerFromSample(
  path: string,
  isHostile: boolean,
): Promise<{ status: number; body: string }> {
  const headers = { authorization: `Bearer ${mintToken(Date.now())}`, "user-agent": "a browser" };
  const address = `https://reddit.invalid${path.replace(".json", "")}`;
  const answer = await handleSampleReddit(new Request(address, { headers }));
  const isListing = path.includes("/submitted") && answer.ok;
  const body = isListing
    ? JSON.stringify(personal((await answer.json()) as Listing, isHostile))
    : await answer.text();
  return { status: answer.status, body };
}

/** www.reddit.com for a browser: JSON with its session cookie, else the block page. */
export async function startReddit(): Promise<RedditStandIn> {
  const self: RedditStandIn = {
    origin: "",
    calls: [],
    isHostile: false,
    instead: () => null,
    close: () => undefined,
  };
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? "/";
    self.calls.push(path);
    const isSignedIn = request.headers.cookie?.includes("reddit_session=1");
    const special = self.instead(path);
    if (special) {
      response.writeHead(special.status, { "content-type": "text/html", ...special.headers });
      response.end(special.body);
    } else if (!isSignedIn) {
      response.writeHead(403, { "content-type": "text/html" });
      response.end(BLOCK);
    } else {
      const { status, body } = await answerFromSample(path, self.isHostile);
      response.writeHead(status, { "content-type": "application/json; charset=UTF-8" });
      response.end(body);
    }
  };
  const server = createServer((request, response) => void reply(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  self.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  self.close = () => void server.close();
  return self;
}

/** The titles of the stand-in's answer to such a call, in its order. */
export async function titlesOf({ origin }: RedditStandIn, call: string): Promise<string[]> {
  const headers = { cookie: "reddit_session=1" };
  const answer = await fetch(`${origin}${call}`, { headers });
  const { data } = (await answer.json()) as { data: { children: { data: { title: string } }[] } };
  return data.children.map((child) => child.data.title);
}
