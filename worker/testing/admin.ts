import type { AdminLoginResponse } from "#schema/api/admin.ts";
import { cheapPasswords, testApp, type TestApp, type TestAppOptions } from "./test-app.ts";

export const ADMIN_PASSWORD = "open sesame, please";

/** An app with an admin password, like a deployment with its secrets set. */
export function adminApp(options: TestAppOptions = {}): TestApp {
  const ADMIN_PASSWORD_HASH = cheapPasswords.hash(ADMIN_PASSWORD);
  return testApp({ ...options, env: { ADMIN_PASSWORD_HASH, ...options.env } });
}

/** The Authorization header of a fresh admin session. */
export async function adminHeaders(app: TestApp): Promise<{ Authorization: string }> {
  const answer = await app.send("POST", "/api/admin/login", { password: ADMIN_PASSWORD });
  const { token } = await answer.json<AdminLoginResponse>();
  return { Authorization: `Bearer ${token}` };
}
