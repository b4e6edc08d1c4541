import type { QueryClient } from "@tanstack/react-query";
import type { AdminLoginRequest, AdminLoginResponse } from "#schema/api/admin.ts";
import type { MessageResponse } from "#schema/api/auth.ts";
import { request } from "#web/api/client.ts";
import { keepAdminToken } from "./admin-token.ts";

export async function logInAdmin(body: AdminLoginRequest): Promise<void> {
  const { token } = await request<AdminLoginResponse>("/api/admin/login", { method: "POST", body });
  keepAdminToken(token);
}

/** What only an admin may see leaves the page with the token. */
export function forgetAdmin(client: QueryClient): void {
  keepAdminToken(null);
  client.removeQueries({ queryKey: ["api", "admin"] });
  client.removeQueries({ queryKey: ["api", "feedback"] });
}

/** Here it ends at once. Should the server not hear of it, the token runs out by itself. */
export async function logOutAdmin(client: QueryClient): Promise<void> {
  const told = request<MessageResponse>("/api/admin/logout", { method: "POST" });
  forgetAdmin(client);
  await told.catch(() => null);
}
