import * as z from "zod/mini";
import { requiredText } from "./fields.ts";

export const adminLoginRequest = z.object({
  password: requiredText("Password is required", {
    trim: false,
    max: [100, "Password must be at most 100 characters"],
  }),
});
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
