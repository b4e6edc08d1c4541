import type { SourceName } from "#schema/api/search.ts";
import type { WranglerConfig } from "#tools/wrangler.ts";
import {
  ConfigError,
  PUBLIC_ADMIN_HASH,
  readConfig,
  SETTING_NAMES,
  type Env,
} from "#worker/env.ts";
import { sourceName } from "#worker/source/source-name.ts";

export interface SettingsFound {
  /** The reason why the Worker would refuse every request or report itself misconfigured; null if there is none. */
  configError: string | null;
  /** null if the settings cannot be read. */
  source: { name: SourceName | "none"; hasFallback: boolean } | null;
}

/** The real secrets are in the account, so valid values replace them. */
const SECRETS = { ADMIN_PASSWORD_HASH: PUBLIC_ADMIN_HASH, ADMIN_JWT_SECRET: "-".repeat(32) };

export const hasTurnstile = ({ vars }: WranglerConfig): boolean =>
  Boolean(vars["TURNSTILE_SITE_KEY"]);

/** Output of tools/build.mjs for a deploy. An environment without it inherits local assets, which have the sample. */
const DEPLOYED_ASSETS = "dist/web";

/** Runs the Worker's own configuration check. */
export function checkSettings(env: string, config: WranglerConfig): SettingsFound {
  const { assets, d1_databases, kv_namespaces, ratelimits = [], durable_objects, vars } = config;
  const failed = (configError: string): SettingsFound => ({ configError, source: null });
  if (assets?.directory !== DEPLOYED_ASSETS)
    return failed(
      `assets has the directory "${assets?.directory}"; it must be "${DEPLOYED_ASSETS}"`,
    );
  const bindings = [...d1_databases, ...kv_namespaces].map(({ binding }) => binding);
  const named = [...ratelimits, ...(durable_objects?.bindings ?? [])].map(({ name }) => name);
  const names = [...bindings, assets?.binding ?? "", ...named];
  const stubs = Object.fromEntries(names.map((name) => [name, {}]));
  const secrets = { ...SECRETS, ...(hasTurnstile(config) && { TURNSTILE_SECRET: "-" }) };
  try {
    const read = readConfig({ ...stubs, ...secrets, ...vars } as unknown as Env);
    if (read.environment !== env)
      return failed(`ENVIRONMENT is "${read.environment}"; it must be ${env}`);
    if (read.missing.length > 0)
      return failed(
        `${read.missing.join(", ")} is missing or works in development only, and /api/health would be 503`,
      );
    const name = sourceName({ config: read, sample: null });
    return { configError: null, source: { name, hasFallback: read.archiveFallback } };
  } catch (error) {
    if (error instanceof ConfigError) return failed(error.message);
    throw error;
  }
}

/** The number of characters to insert, delete or replace. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1];
    for (const [other, wanted] of [...to].entries()) {
      const replaced = (row[other] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(replaced, (row[other + 1] ?? 0) + 1, (next[other] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

const LARGEST_MISSPELLING = 4;

function suggestionFor(name: string): string {
  const distances = SETTING_NAMES.map((known) => ({
    known,
    distance: editDistance(name.toUpperCase(), known),
  }));
  const [closest] = distances.toSorted((a, b) => a.distance - b.distance);
  return closest && closest.distance <= LARGEST_MISSPELLING
    ? `did you mean ${closest.known}?`
    : `it reads ${SETTING_NAMES.join(", ")}.`;
}

/** wrangler itself refuses those of the admin, which `secrets.required` names. */
const OPTIONAL_SECRETS = ["REDDIT_CLIENT_SECRET", "TURNSTILE_SECRET", "ALERT_WEBHOOK_URL"];

/** Secrets that are variables in wrangler.toml. An empty one too: a deploy would replace the secret with it. */
export const openSecrets = ({ vars }: WranglerConfig): string[] =>
  OPTIONAL_SECRETS.filter((name) => name in vars);

const isKnown = (name: string) => SETTING_NAMES.some((known) => known === name);

/** Names that the Worker does not read, each with the name that may be meant. */
export const unknownSettings = (names: readonly string[]): string[] =>
  names
    .filter((name) => !isKnown(name))
    .map((name) => `${name}, which the Worker does not read: ${suggestionFor(name)}`);
