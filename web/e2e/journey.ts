import type { BrowserContext, Page } from "playwright-core";

export type Device = "phone" | "desktop";

export interface JourneyOptions {
  /** One run for each; desktop (1440 × 900) when nothing is said, phone is 390 × 844 with touch. */
  device?: Device | Device[];
  colorScheme?: "light" | "dark";
  reducedMotion?: "reduce" | "no-preference";
  /** Console or page errors this journey provokes on purpose; any other one fails it. */
  expectErrors?: RegExp[];
  timeoutSeconds?: number;
}

export interface AxeOptions {
  exclude?: string[];
  disableRules?: string[];
  /** The scripts are held: what the Worker drew is what is looked at. */
  beforeApp?: boolean;
}

export interface JourneyTools {
  page: Page;
  context: BrowserContext;
  /** Without a slash at its end. */
  baseUrl: string;
  device: Device;
  /** Fails when axe finds anything wrong with the page as it stands. */
  axe: (options?: AxeOptions) => Promise<void>;
  /** Keeps a picture in .cache/e2e, to be looked at. */
  shot: (name: string) => Promise<void>;
  /** Addresses of other hosts the page asked for. There is no network: none of them answers. */
  outside: string[];
  /** Console and page errors so far, without the expected ones. */
  errors: string[];
}

export type JourneyRun = (tools: JourneyTools) => Promise<void>;

export interface Journey {
  name: string;
  options: Omit<JourneyOptions, "device"> & { device: Device };
  run: JourneyRun;
}

/** Filled by the files of this folder as the harness (npm run e2e) imports them. */
export const journeys: Journey[] = [];

/** A journey names the rule it holds as a sentence. Every run gets a browser context of its own. */
export function journey(name: string, options: JourneyOptions, run: JourneyRun): void {
  const devices = [options.device ?? "desktop"].flat();
  for (const device of devices) {
    const label = devices.length > 1 ? `${name} (${device})` : name;
    journeys.push({ name: label, options: { ...options, device }, run });
  }
}
