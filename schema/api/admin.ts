import * as z from "zod/mini";
import { LONGEST_PASSWORD, requiredText } from "./fields.ts";

export const adminLoginRequest = z.object({
  password: requiredText("Password is required", {
    trim: false,
    max: LONGEST_PASSWORD,
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
