import { expect, test } from "vitest";
import type { AuthStatusResponse, UserEnvelope } from "#schema/api/auth.ts";
import { cookieOf, logIn, PASSWORD, signUp } from "#worker/testing/people.ts";
import { testApp } from "#worker/testing/test-app.ts";

const app = testApp();

const statusWith = async (cookie: string) =>
  (await app.request("/api/auth/status", { headers: { cookie } })).json<AuthStatusResponse>();

test("signing up signs in and answers the account, without what the client made up", async () => {
  const answer = await app.send("POST", "/api/auth/signup", {
    username: "Ada_1",
    password: PASSWORD,
    email: "Ada@example.com",
    displayName: " Ada L. ",
    id: "mine",
    isVerified: true,
    createdAt: "2000-01-01",
    preferences: "{}",
  });
  expect(answer.status).toBe(201);
  const { user } = await answer.json<UserEnvelope>();
  expect(user).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    username: "Ada_1",
    email: "Ada@example.com",
    displayName: "Ada L.",
    isVerified: false,
    createdAt: "2026-11-01T12:00:00.000Z",
    lastLoginAt: "2026-11-01T12:00:00.000Z",
  });
  expect(await statusWith(cookieOf(answer))).toEqual({ isAuthenticated: true, user });
});

test("login takes the username or the e-mail address, in any case", async () => {
  const { user } = await signUp(app, "Grace", { email: "Grace@Example.com" });
  for (const name of ["Grace", "gRACE", "grace@example.COM"]) {
    expect((await logIn(app, name)).user).toMatchObject({ id: user.id, username: "Grace" });
  }
});

test("me is 401 when signed out, status is 200 and says so", async () => {
  const me = await app.request("/api/auth/me");
  expect(me.status).toBe(401);
  expect(await me.json()).toMatchObject({ error: "auth.required" });
  expect(await statusWith("__Host-sid=nonsense")).toEqual({ isAuthenticated: false, user: null });
});
