import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { ownCookie } from "./own-cookie.ts";

/** Browsers keep cookies for 400 days at most. */
const DEVICE_COOKIE_SECONDS = 400 * 86_400;

const cookieOf = (c: Context) => ownCookie(c, "device");

export const readDeviceCookie = (c: Context): string | null =>
  getCookie(c, cookieOf(c).name) ?? null;

export function setDeviceCookie(c: Context, value: string): void {
  const { name, options } = cookieOf(c);
  setCookie(c, name, value, { ...options, sameSite: "Strict", maxAge: DEVICE_COOKIE_SECONDS });
}

export function clearDeviceCookie(c: Context): void {
  const { name, options } = cookieOf(c);
  deleteCookie(c, name, { ...options, sameSite: "Strict" });
}
