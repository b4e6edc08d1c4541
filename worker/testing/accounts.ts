import type { AccountUser, UserEnvelope } from "#schema/api/auth.ts";
import type { TestApp } from "./test-app.ts";

export const PASSWORD = "correct horse 9";

export interface Person {
  /** The value of a Cookie header. */
  cookie: string;
  user: AccountUser;
}

/** The session cookie an answer sets, as the next request's Cookie header. */
export function cookieOf(answer: Response): string {
  const [first] = answer.headers.getSetCookie();
  return first?.split(";")[0] ?? "";
}

async function signedIn(answer: Response): Promise<Person> {
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  const { user } = await answer.json<UserEnvelope>();
  return { cookie: cookieOf(answer), user };
}

export async function signUp(
  app: TestApp,
  username: string,
  fields: { email?: string; displayName?: string; password?: string } = {},
): Promise<Person> {
  return signedIn(
    await app.send("POST", "/api/auth/signup", { username, password: PASSWORD, ...fields }),
  );
}

export async function logIn(
  app: TestApp,
  username: string,
  password = PASSWORD,
  headers?: HeadersInit,
): Promise<Person> {
  return signedIn(await app.send("POST", "/api/auth/login", { username, password }, headers));
}
