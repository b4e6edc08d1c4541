import { SAMPLE_NAMES } from "#sample/names.ts";
import { brand } from "#schema/brand.ts";
import { root } from "./files.ts";

export type DeployEnvironment = keyof typeof brand.environments;
export const DEPLOY_ENVIRONMENTS = Object.keys(brand.environments) as DeployEnvironment[];

export interface DeployConfig {
  databaseIds: (string | undefined)[];
  namespaceIds: (string | undefined)[];
  requiredSecrets: string[];
  hosts: string[];
  /** Where the pages and the API live according to schema/brand.ts. */
  brandHosts: string[];
  /** Who the 'Popular' button leads to, and where the links lead. */
  popularUsername: string;
  links: string[];
}

/** The part of wrangler's configuration that is read here; its own types do not resolve alone. */
interface WranglerConfig {
  d1_databases: { database_id?: string }[];
  kv_namespaces: { id?: string }[];
  secrets?: { required?: string[] };
  routes?: (string | { pattern: string })[];
}

export async function readDeployConfig(env: DeployEnvironment): Promise<DeployConfig> {
  // Loaded only here: it takes a second, and a refusal before that should not.
  const { unstable_readConfig } = await import("wrangler");
  const options = { config: `${root}/wrangler.toml`, env };
  const config: WranglerConfig = unstable_readConfig(options, { hideWarnings: true });
  const { pageOrigins, apiOrigin } = brand.environments[env];
  return {
    databaseIds: config.d1_databases.map(({ database_id }) => database_id),
    namespaceIds: config.kv_namespaces.map(({ id }) => id),
    requiredSecrets: config.secrets?.required ?? [],
    hosts: (config.routes ?? []).map((route) =>
      typeof route === "string" ? route : route.pattern,
    ),
    brandHosts: [...pageOrigins, apiOrigin].map((origin) => new URL(origin).host),
    popularUsername: brand.popularUsername,
    links: Object.values(brand.links),
  };
}

const isPlaceholder = (id = "") => /^[0-]*$/.test(id);

/** What stands against a deploy, found without the network; each says what to do. */
export function localRefusals(
  env: DeployEnvironment,
  config: DeployConfig,
  dirtyFiles: string[],
): string[] {
  const refusals: string[] = [];
  if (dirtyFiles.length > 0)
    refusals.push(
      `The working tree has ${dirtyFiles.length} uncommitted change(s), ${dirtyFiles[0]} first: commit or stash them, so that what runs is what git says.`,
    );
  if (config.brandHosts.some((host) => host.endsWith(".example")))
    refusals.push("The domain in schema/brand.ts is still the placeholder: put in your own.");
  if (config.popularUsername in SAMPLE_NAMES)
    refusals.push(
      `The Popular button leads to u/${config.popularUsername}, who is made up here and a stranger at Reddit: put a creator who agrees into schema/brand.ts.`,
    );
  const nowhere = config.links.filter((link) => new URL(link).host === "example.com");
  if (nowhere.length > 0)
    refusals.push(`${nowhere[0]} in schema/brand.ts leads nowhere: put in your own links.`);
  const missing = config.brandHosts.filter((host) => !config.hosts.includes(host));
  if (missing.length > 0)
    refusals.push(
      `wrangler.toml has no route for ${missing.join(", ")}: list every host of schema/brand.ts under [env.${env}] routes.`,
    );
  if (config.databaseIds.some(isPlaceholder))
    refusals.push(
      `wrangler.toml has no D1 id for ${env}: run npx wrangler d1 create unearth-${env} and put the id it prints under [[env.${env}.d1_databases]].`,
    );
  if (config.namespaceIds.some(isPlaceholder))
    refusals.push(
      `wrangler.toml has no KV id for ${env}: run npx wrangler kv namespace create KV --env ${env} and put the id it prints under [[env.${env}.kv_namespaces]].`,
    );
  return refusals;
}

/** What the account says that stands against it. */
export function remoteRefusals(
  env: DeployEnvironment,
  config: DeployConfig,
  remote: { secrets: string[]; pendingMigrations: string[]; migrate: boolean },
): string[] {
  const refusals = config.requiredSecrets
    .filter((name) => !remote.secrets.includes(name))
    .map(
      (name) =>
        `The secret ${name} is missing: run npx wrangler secret put ${name} --env ${env} (docs/operations.md says what goes in).`,
    );
  if (remote.pendingMigrations.length > 0 && !remote.migrate)
    refusals.push(
      `The database lacks ${remote.pendingMigrations.join(", ")}: read them, then run npm run deploy -- --env ${env} --migrate, which notes a restore point and applies them first.`,
    );
  return refusals;
}

/** The names in what `wrangler d1 migrations list` prints. */
export const pendingMigrations = (output: string): string[] => [
  ...new Set(output.match(/\b\d{4}_\w+\.sql\b/g)),
];
