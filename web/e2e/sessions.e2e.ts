import type { APIRequestContext, APIResponse } from "@playwright/test";
import type { AdminLoginResponse } from "#schema/api/admin.ts";
import type { AccountExport } from "#schema/api/account.ts";
import { expect, test } from "./fixtures.ts";

type Call = (method: string, path: string, data?: unknown) => Promise<APIResponse>;

/** An API client with the cookies of its context, or with an admin's token. */
const client =
  (request: APIRequestContext, headers: Record<string, string> = {}): Call =>
  (method, path, data) =>
    request.fetch(path, { method, headers, ...(data === undefined ? {} : { data }) });

async function expectStatus(answer: Promise<APIResponse>, status: number): Promise<APIResponse> {
  const settled = await answer;
  expect(settled.status(), `${settled.url()}: ${await settled.text()}`).toBe(status);
  return settled;
}

test("an account is signed in on two devices until its password changes, and is gone after its deletion", async ({
  browser,
  context,
  baseURL,
}) => {
  const other = await browser.newContext({ baseURL });
  const [phone, laptop] = [client(context.request), client(other.request)];
  const username = `two_devices_${Date.now().toString(36)}`;
  const [password, newPassword] = ["correct horse 9", "новый пароль 1"];
  await expectStatus(phone("POST", "/api/auth/signup", { username, password }), 201);
  const [cookie] = await context.cookies();
  expect([cookie?.name, cookie?.httpOnly, cookie?.sameSite]).toEqual(["sid", true, "Lax"]);
  await expectStatus(laptop("POST", "/api/auth/login", { username, password }), 200);
  const change = { currentPassword: password, newPassword };
  await expectStatus(phone("PUT", "/api/user/password", change), 200);
  await expectStatus(laptop("GET", "/api/auth/me"), 401);
  await expectStatus(phone("GET", "/api/auth/me"), 200);
  const login = (word: string) => laptop("POST", "/api/auth/login", { username, password: word });
  await expectStatus(login(password), 401);
  await expectStatus(login("новый парXXX 1"), 401);
  await expectStatus(login(newPassword), 200);
  const exported = await expectStatus(phone("GET", "/api/user/export"), 200);
  expect(((await exported.json()) as AccountExport).user.username).toBe(username);
  await expectStatus(phone("DELETE", "/api/user", { password }), 403);
  await expectStatus(phone("DELETE", "/api/user", { password: newPassword }), 200);
  expect(await context.cookies()).toEqual([]);
  await expectStatus(laptop("GET", "/api/auth/me"), 401);
  await expectStatus(login(newPassword), 401);
  await other.close();
});

test("an admin's token opens feedback and adult communities until the logout", async ({
  context,
}) => {
  const visitor = client(context.request);
  await expectStatus(visitor("POST", "/api/admin/login", { password: "a wrong guess" }), 401);
  const opened = visitor("POST", "/api/admin/login", { password: "unearth-local" });
  const { token } = (await (await expectStatus(opened, 200)).json()) as AdminLoginResponse;
  const admin = client(context.request, { Authorization: `Bearer ${token}` });
  await expectStatus(admin("GET", "/api/admin/session"), 200);
  const words = { title: "From a test", description: "Long enough to be taken." };
  const sent = await expectStatus(visitor("POST", "/api/feedback", words), 201);
  const { feedback } = (await sent.json()) as { feedback: { id: string } };
  await expectStatus(visitor("GET", "/api/feedback"), 401);
  await expectStatus(admin("GET", "/api/feedback?status=open"), 200);
  await expectStatus(admin("PUT", `/api/feedback/${feedback.id}`, { status: "closed" }), 200);
  await expectStatus(admin("DELETE", `/api/feedback/${feedback.id}`), 200);
  const name = `e2e_${Date.now().toString(36)}`;
  const added = admin("POST", "/api/admin/nsfw-subreddits", { name: `r/${name.toUpperCase()}` });
  const body = (await (await expectStatus(added, 201)).json()) as { subreddit: { id: string } };
  await expectStatus(admin("POST", "/api/admin/nsfw-subreddits", { name }), 409);
  await expectStatus(admin("DELETE", "/api/admin/nsfw-subreddits/default-nsfw"), 403);
  await expectStatus(admin("DELETE", `/api/admin/nsfw-subreddits/${body.subreddit.id}`), 200);
  await expectStatus(admin("POST", "/api/admin/logout"), 200);
  await expectStatus(admin("GET", "/api/admin/session"), 401);
  await expectStatus(admin("GET", "/api/feedback"), 401);
});
