import { writeStored, readStored } from "#web/lib/stored.ts";

const STORAGE_KEY = "rememberedName";

/** 'Remember me' stores the name, never a password, on this device for the next login. */
export const rememberedName = (): string => readStored("local", STORAGE_KEY) ?? "";

export const rememberName = (name: string): void => writeStored("local", STORAGE_KEY, name);

export const forgetName = (): void => writeStored("local", STORAGE_KEY, null);
