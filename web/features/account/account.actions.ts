import type { QueryClient } from "@tanstack/react-query";
import type {
  AccountExport,
  ChangePasswordRequest,
  DeleteAccountRequest,
  MessageResponse,
} from "#schema/api/auth.ts";
import { brand } from "#schema/brand.ts";
import { request } from "#web/api/client.ts";
import { sessionEnded } from "#web/features/auth/session.actions.ts";
import { saveFile } from "#web/lib/save-file.ts";

export function changePassword(body: ChangePasswordRequest): Promise<MessageResponse> {
  return request<MessageResponse>("/api/user/password", { method: "PUT", body });
}

export async function deleteAccount(
  client: QueryClient,
  body: DeleteAccountRequest,
): Promise<void> {
  await request<MessageResponse>("/api/user", { method: "DELETE", body });
  sessionEnded(client);
}

/** Fetched and then saved, and not just linked to: a failure can be told here. */
export async function downloadExport(): Promise<void> {
  const data = await request<AccountExport>("/api/user/export");
  const file = new Blob([JSON.stringify(data, null, 2)], { type: "application/json" });
  saveFile(file, `${brand.name.toLowerCase()}-${data.user.username}.json`);
}
