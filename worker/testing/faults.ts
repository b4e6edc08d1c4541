import { systemClock } from "#worker/lib/clock.ts";
import { picturePosts, standIn, type StandIn } from "./stand-in.ts";

export type Fault = () => Response | Promise<Response>;

export const page = (status: number, headers = {}): Fault => {
  return () => new Response("<html>whoa there, pardner!</html>", { status, headers });
};
export const json = (status: number, headers = {}): Fault => {
  return () => Response.json({ message: "No", error: status }, { status, headers });
};
export const body = (text: string): Fault => {
  return () => new Response(text, { headers: { "Content-Type": "application/json" } });
};
export const refused: Fault = () => Promise.reject(new Error("internal error; reference = abc"));
export const silent: Fault = () => new Promise(() => undefined);
export const drip: Fault = () =>
  new Response(
    new ReadableStream({
      async pull(controller) {
        await systemClock.sleep(30);
        controller.enqueue(new TextEncoder().encode(" "));
      },
    }),
  );

export interface State {
  status: number;
  error: string;
  retryAfter?: string;
}

export const unavailable: State = { status: 503, error: "reddit.unavailable" };
export const blocked: State = { status: 503, error: "reddit.blocked" };
export const limited = (retryAfter: string): State => ({
  status: 429,
  error: "reddit.rate_limited",
  retryAfter,
});

let names = 0;
export function faultyCreator(path: RegExp, fault: Fault): { name: string; reddit: StandIn } {
  names += 1;
  const name = `Faulty${names}`;
  const reddit = standIn({ [name]: { posts: picturePosts(3) } });
  reddit.instead = (url) => (path.test(url.pathname) ? fault() : null);
  return { name, reddit };
}

/** The state in an error answer, whose sentence has to name Reddit. */
export async function stateOf(answer: Response): Promise<State> {
  const { error, message } = await answer.json<{ error: string; message: string }>();
  const retryAfter = answer.headers.get("Retry-After");
  return {
    status: answer.status,
    error: message.includes("Reddit") ? error : message,
    ...(retryAfter !== null && { retryAfter }),
  };
}
