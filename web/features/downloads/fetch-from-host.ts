import { NoFileError } from "./download-failure.ts";

/** A browser waits for minutes, or without end, for a host that accepts a request and then sends nothing. */
const HOST_SILENCE_SECONDS = 30;

/** The host gets no cookies, and does not learn from which page the file is saved. */
const AS_STRANGER = { credentials: "omit", referrerPolicy: "no-referrer" } as const;

/** A fetch that fails once its host sends no byte for HOST_SILENCE_SECONDS, before the answer or within its body. */
export const fetchFromHost: typeof fetch = async (url, init) => {
  const silence = new AbortController();
  const giveUp = () =>
    silence.abort(new NoFileError(`Its host sent nothing for ${HOST_SILENCE_SECONDS} seconds.`));
  const heard = <T>(work: Promise<T>): Promise<T> => {
    const timer = setTimeout(giveUp, HOST_SILENCE_SECONDS * 1000);
    return work.finally(() => clearTimeout(timer));
  };
  const signals = [silence.signal, init?.signal].filter((signal) => signal instanceof AbortSignal);
  const signal = AbortSignal.any(signals);
  const response = await heard(fetch(url, { ...init, ...AS_STRANGER, signal }));
  const reader = response.body?.getReader();
  if (!reader) return response;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await heard(reader.read());
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  const { url: address, redirected } = response;
  // A stream's addresses are relative to where its playlist was redirected to.
  return Object.defineProperties(new Response(body, response), {
    url: { value: address },
    redirected: { value: redirected },
  });
};
