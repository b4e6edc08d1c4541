import * as z from "zod/mini";
import { passwordField } from "./fields.ts";

export const adminLoginRequest = z.object({ password: passwordField("Password is required") });
export type AdminLoginRequest = z.input<typeof adminLoginRequest>;

export interface AdminLoginResponse {
  success: true;
  token: string;
  expiresAt: string;
}

export interface AdminSessionResponse {
  success: true;
  expiresAt: string;
}
