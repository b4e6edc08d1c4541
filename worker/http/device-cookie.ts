import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { KEPT_DAYS } from "#schema/kept.ts";
import { DAY_MS } from "#schema/time.ts";
import { ownCookie } from "./own-cookie.ts";

const DEVICE_COOKIE_SECONDS = (KEPT_DAYS.deviceCookie * DAY_MS) / 1000;

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
