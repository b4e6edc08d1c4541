import { brand } from "./brand.ts";

export type EnvironmentName = "development" | "staging" | "production";

export interface Environment {
  name: EnvironmentName;
  /** Prefix of every /api path; empty on the page's own origin. */
  apiBase: string;
  timeoutMs: number;
  retries: number;
  flags: Flags;
}

interface Flags {
  /** The client writes each call to the console. */
  debug: boolean;
  /** No environment measures usage, and there is no code for it. */
  analytics: false;
  /** The client calls the API in every environment; made-up data comes from the sample source behind it. */
  mockData: false;
}

function environmentName(hostname: string): EnvironmentName {
  const host = hostname.toLowerCase();
  if (host.endsWith(".localhost")) return "development";
  if (host.includes("staging")) return "staging";
  if (host === brand.domain || host.endsWith(`.${brand.domain}`)) return "production";
  return "development";
}

const FLAGS: Flags = { debug: false, analytics: false, mockData: false };

const SETTINGS: Record<EnvironmentName, Omit<Environment, "name">> = {
  development: {
    apiBase: "",
    timeoutMs: 10_000,
    retries: 3,
    flags: { ...FLAGS, debug: true },
  },
  staging: {
    apiBase: brand.environments.staging.apiOrigin,
    timeoutMs: 15_000,
    retries: 2,
    flags: FLAGS,
  },
  production: {
    apiBase: brand.environments.production.apiOrigin,
    timeoutMs: 20_000,
    retries: 1,
    flags: FLAGS,
  },
};

export function environmentFor(hostname: string): Environment {
  const name = environmentName(hostname);
  return { name, ...SETTINGS[name] };
}
