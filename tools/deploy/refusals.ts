import { SAMPLE_NAMES } from "#sample/names.ts";
import { brand } from "#schema/brand.ts";
import { root } from "#tools/files.ts";
import { ConfigError, PUBLIC_ADMIN_HASH, readConfig, type Env } from "#worker/env.ts";

export type DeployEnvironment = keyof typeof brand.environments;
export const DEPLOY_ENVIRONMENTS = Object.keys(brand.environments) as DeployEnvironment[];

export interface DeployConfig {
  databaseIds: (string | undefined)[];
  namespaceIds: (string | undefined)[];
  /** The bucket of the daily backups; null where none is bound. */
  bucket: string | null;
  requiredSecrets: string[];
  /** What the Worker refuses of its bindings and variables, with every request; null if nothing. */
  configError: string | null;
  hosts: string[];
  /** The hosts of pages and API in schema/brand.ts. */
  brandHosts: string[];
  popularUsername: string;
  links: string[];
}

/** What is read here of wrangler's configuration, whose own types do not resolve. */
interface WranglerConfig {
  assets?: { binding?: string };
  d1_databases: { binding: string; database_id?: string }[];
  kv_namespaces: { binding: string; id?: string }[];
  ratelimits?: { name: string }[];
  vars: Record<string, unknown>;
  r2_buckets?: { binding: string; bucket_name?: string }[];
  secrets?: { required?: string[] };
  routes?: (string | { pattern: string })[];
}

/** Secrets are in the account: values that the Worker accepts stand for them. */
const SECRETS = { ADMIN_PASSWORD_HASH: PUBLIC_ADMIN_HASH, ADMIN_JWT_SECRET: "-".repeat(32) };

/** Reads the settings as the Worker does before it answers. */
function findConfigError({ vars, ...config }: WranglerConfig): string | null {
  const notText = Object.keys(vars).find((name) => typeof vars[name] !== "string");
  if (notText !== undefined) return `${notText} must be text, in quotes`;
  const { assets, d1_databases, kv_namespaces, ratelimits = [] } = config;
  const bindings = [...d1_databases, ...kv_namespaces].map(({ binding }) => binding);
  const names = [...bindings, assets?.binding ?? "", ...ratelimits.map(({ name }) => name)];
  const stubs = Object.fromEntries(names.map((name) => [name, {}]));
  try {
    readConfig({ ...stubs, ...SECRETS, ...vars } as unknown as Env);
    return null;
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

export async function readDeployConfig(
  env: DeployEnvironment,
  path = `${root}/wrangler.toml`,
): Promise<DeployConfig> {
  // Loading wrangler takes a second, which an earlier refusal should not wait for.
  const { unstable_readConfig } = await import("wrangler");
  const options = { config: path, env };
  const config: WranglerConfig = unstable_readConfig(options, { hideWarnings: true });
  const { pageOrigins, apiOrigin } = brand.environments[env];
  return {
    databaseIds: config.d1_databases.map(({ database_id }) => database_id),
    namespaceIds: config.kv_namespaces.map(({ id }) => id),
    bucket: config.r2_buckets?.find(({ binding }) => binding === "BACKUPS")?.bucket_name ?? null,
    requiredSecrets: config.secrets?.required ?? [],
    configError: findConfigError(config),
    hosts: (config.routes ?? []).map((route) =>
      typeof route === "string" ? route : route.pattern,
    ),
    brandHosts: [...pageOrigins, apiOrigin].map((origin) => new URL(origin).host),
    popularUsername: brand.popularUsername,
    links: Object.values(brand.links),
  };
}

const isPlaceholder = (id = "") => /^[0-]*$/.test(id);

/** The reasons to refuse a deploy that need no network, each with what to do. */
export function localRefusals(
  env: DeployEnvironment,
  config: DeployConfig,
  dirtyFiles: string[],
): string[] {
  const refusals: string[] = [];
  if (dirtyFiles.length > 0)
    refusals.push(
      `${dirtyFiles.length} uncommitted change(s), the first is ${dirtyFiles[0]}: commit or stash them, so that the deployed code is a commit.`,
    );
  if (config.brandHosts.some((host) => host.endsWith(".example")))
    refusals.push("schema/brand.ts still has the placeholder domain. Set your own.");
  if (config.popularUsername in SAMPLE_NAMES)
    refusals.push(
      `The Popular button leads to u/${config.popularUsername}, a sample creator. Set popularUsername in schema/brand.ts to a Reddit user who agrees.`,
    );
  const placeholders = config.links.filter((link) => new URL(link).host === "example.com");
  if (placeholders.length > 0)
    refusals.push(
      `schema/brand.ts still has the placeholder link ${placeholders[0]}. Set your own links.`,
    );
  const missing = config.brandHosts.filter((host) => !config.hosts.includes(host));
  if (missing.length > 0)
    refusals.push(
      `wrangler.toml has no route for ${missing.join(", ")}. Add every host of schema/brand.ts to routes under [env.${env}].`,
    );
  if (config.configError !== null)
    refusals.push(
      `With wrangler.toml the Worker would refuse every request: ${config.configError}. Correct it under [env.${env}].`,
    );
  if (config.databaseIds.some(isPlaceholder))
    refusals.push(
      `wrangler.toml has no D1 id for ${env}. Run npx wrangler d1 create unearth-${env} and copy the id it prints to [[env.${env}.d1_databases]].`,
    );
  if (config.namespaceIds.some(isPlaceholder))
    refusals.push(
      `wrangler.toml has no KV id for ${env}. Run npx wrangler kv namespace create KV --env ${env} and copy the id it prints to [[env.${env}.kv_namespaces]].`,
    );
  return refusals;
}

/** The reasons to refuse a deploy that the Cloudflare account gives, each with what to do. */
export function remoteRefusals(
  env: DeployEnvironment,
  config: DeployConfig,
  remote: { secrets: string[]; pendingMigrations: string[]; hasBucket: boolean; migrate: boolean },
): string[] {
  const refusals = config.requiredSecrets
    .filter((name) => !remote.secrets.includes(name))
    .map(
      (name) =>
        `The secret ${name} is missing. Run npx wrangler secret put ${name} --env ${env} (docs/operations.md says what to put in).`,
    );
  if (config.bucket !== null && !remote.hasBucket)
    refusals.push(
      `The bucket ${config.bucket} is missing. Run npx wrangler r2 bucket create ${config.bucket}; docs/operations.md, Backups, has its lifecycle rule.`,
    );
  if (remote.pendingMigrations.length > 0 && !remote.migrate)
    refusals.push(
      `The database lacks ${remote.pendingMigrations.join(", ")}. Read them, then run npm run deploy -- --env ${env} --migrate: it records a restore point and applies them first.`,
    );
  return refusals;
}

/** What a deploy does without, each with where to read about it. */
export function notices(env: DeployEnvironment, { bucket }: DeployConfig): string[] {
  return bucket === null
    ? [`${env} has no bucket bound as BACKUPS, so no daily backups: docs/operations.md, Backups.`]
    : [];
}

/** Reads the file names in the output of `wrangler d1 migrations list`. */
export const parsePendingMigrations = (output: string): string[] => [
  ...new Set(output.match(/\b\d{4}_\w+\.sql\b/g)),
];
