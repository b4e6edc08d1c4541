import { brand } from "./brand.ts";

export type EnvironmentName = "development" | "staging" | "production";

export interface Environment {
  name: EnvironmentName;
  /** Put before every /api path; empty means the page's own origin. */
  apiBase: string;
  timeoutMs: number;
  retries: number;
  debug: boolean;
}

const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]", "::1", "0.0.0.0"]);

function environmentName(hostname: string): EnvironmentName {
  const host = hostname.toLowerCase();
  if (LOCAL_HOSTS.has(host) || host.endsWith(".localhost")) return "development";
  if (host.includes("staging")) return "staging";
  if (host === brand.domain || host.endsWith(`.${brand.domain}`)) return "production";
  return "development";
}

const SETTINGS = {
  development: { apiBase: "", timeoutMs: 10_000, retries: 3, debug: true },
  staging: {
    apiBase: brand.environments.staging.apiOrigin,
    timeoutMs: 15_000,
    retries: 2,
    debug: false,
  },
  production: {
    apiBase: brand.environments.production.apiOrigin,
    timeoutMs: 20_000,
    retries: 1,
    debug: false,
  },
} as const;

export function environmentFor(hostname: string): Environment {
  const name = environmentName(hostname);
  return { name, ...SETTINGS[name] };
}
