import { keepStored, readStored } from "#web/lib/stored.ts";

const KEY = "rememberedName";

/** 'Remember me' keeps the name (never a password) on this device for the next login. */
export const rememberedName = (): string => readStored("local", KEY) ?? "";

export const rememberName = (name: string): void => keepStored("local", KEY, name);

export const forgetName = (): void => keepStored("local", KEY, null);
