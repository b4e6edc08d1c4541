import { SAMPLE_NAMES } from "#sample/names.ts";
import { brand } from "#schema/brand.ts";
import { environmentFor } from "#schema/environment.ts";
import { root } from "#tools/files.ts";
import { backupBucket, readWranglerConfig, type WranglerConfig } from "#tools/wrangler.ts";
import {
  checkSettings,
  hasTurnstile,
  openSecrets,
  type SettingsFound,
  unknownSettings,
} from "./settings.ts";

export type DeployEnvironment = keyof typeof brand.environments;
export const DEPLOY_ENVIRONMENTS = Object.keys(brand.environments) as DeployEnvironment[];

export interface DeployConfig extends SettingsFound {
  databaseIds: (string | undefined)[];
  namespaceIds: (string | undefined)[];
  /** Databases, namespaces and buckets that wrangler.toml names for another environment too. */
  sharedStores: string[];
  /** The bucket of the daily backups; null where none is bound. */
  bucket: string | null;
  requiredSecrets: string[];
  /** Variables of wrangler.toml that the Worker does not read, each with a suggestion. */
  unknownVars: string[];
  /** Secrets that are variables in wrangler.toml. */
  openSecrets: string[];
  hosts: string[];
  /** Origins in schema/brand.ts that no browser sends. */
  badOrigins: string[];
  /** The hosts of pages and API in schema/brand.ts. */
  brandHosts: string[];
  /** Hosts whose pages would consider themselves another environment's. */
  misnamedHosts: string[];
  mailAddresses: string[];
  popularUsername: string;
  links: string[];
}

const isPlaceholder = (id: string) => /^[0-]*$/.test(id);

const storesOf = ({ d1_databases, kv_namespaces, r2_buckets = [] }: WranglerConfig): string[] =>
  [
    ...d1_databases.map(({ database_id }) => database_id),
    ...kv_namespaces.map(({ id }) => id),
    ...r2_buckets.map(({ bucket_name }) => bucket_name),
  ].filter((id): id is string => id !== undefined && !isPlaceholder(id));

/** Ignores missing or invalid environments: they are no reason to refuse this one. */
async function storesElsewhere(path: string, env: DeployEnvironment): Promise<string[]> {
  const others = DEPLOY_ENVIRONMENTS.filter((name) => name !== env);
  const read = await Promise.allSettled(others.map((name) => readWranglerConfig(path, name)));
  return read.flatMap((one) => (one.status === "fulfilled" ? storesOf(one.value) : []));
}

const hostOf = (origin: string): string => URL.parse(origin)?.host ?? origin;

const isHttpsOrigin = (text: string): boolean =>
  text.startsWith("https://") && URL.parse(text)?.origin === text;

export async function readDeployConfig(
  env: DeployEnvironment,
  path = `${root}/wrangler.toml`,
): Promise<DeployConfig> {
  const config = await readWranglerConfig(path, env);
  const elsewhere = await storesElsewhere(path, env);
  const { pageOrigins, apiOrigin } = brand.environments[env];
  const origins = [...pageOrigins, apiOrigin];
  return {
    databaseIds: config.d1_databases.map(({ database_id }) => database_id),
    namespaceIds: config.kv_namespaces.map(({ id }) => id),
    sharedStores: storesOf(config).filter((id) => elsewhere.includes(id)),
    bucket: backupBucket(config),
    requiredSecrets: [
      ...(config.secrets?.required ?? []),
      ...(hasTurnstile(config) ? ["TURNSTILE_SECRET"] : []),
    ],
    ...checkSettings(env, config),
    unknownVars: unknownSettings(Object.keys(config.vars)),
    openSecrets: openSecrets(config),
    hosts: (config.routes ?? []).map((route) =>
      typeof route === "string" ? route : route.pattern,
    ),
    badOrigins: origins.filter((origin) => !isHttpsOrigin(origin)),
    brandHosts: origins.map(hostOf),
    misnamedHosts: pageOrigins.map(hostOf).filter((host) => environmentFor(host).name !== env),
    mailAddresses: [brand.contactEmail, brand.securityEmail],
    popularUsername: brand.popularUsername,
    links: Object.values(brand.links),
  };
}

const DATABASE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NAMESPACE_ID = /^[0-9a-f]{32}$/i;
const lacksId = (ids: (string | undefined)[], form: RegExp) =>
  ids.some((id = "") => isPlaceholder(id) || !form.test(id));

function isOwnLink(link: string): boolean {
  const url = URL.parse(link);
  return url?.protocol === "https:" && url.host !== "example.com";
}

function brandRefusals(env: DeployEnvironment, config: DeployConfig): string[] {
  const refusals: string[] = [];
  if (config.brandHosts.some((host) => host.endsWith(".example")))
    refusals.push("schema/brand.ts still has the placeholder domain. Set your own.");
  if (config.badOrigins.length > 0)
    refusals.push(
      `schema/brand.ts has ${config.badOrigins[0]} as an origin, which browsers do not send. Write https://, the host, and nothing behind it.`,
    );
  const placeholderMail = config.mailAddresses.find((address) => address.endsWith(".example"));
  if (placeholderMail !== undefined)
    refusals.push(
      `schema/brand.ts still has the placeholder address ${placeholderMail}, which visitors are told to write to. Set your own.`,
    );
  if (config.misnamedHosts.length > 0)
    refusals.push(
      `The pages of ${config.misnamedHosts.join(", ")} would not know that they are ${env}. In schema/brand.ts production's hosts are domain or below it, and staging's contain "staging".`,
    );
  if (config.popularUsername in SAMPLE_NAMES)
    refusals.push(
      `The Popular button leads to u/${config.popularUsername}, a sample creator. Set popularUsername in schema/brand.ts to a Reddit user who agrees.`,
    );
  const placeholder = config.links.find((link) => !isOwnLink(link));
  if (placeholder !== undefined)
    refusals.push(
      `schema/brand.ts has a link that leads nowhere: ${placeholder}. Set your own links, with https://.`,
    );
  return refusals;
}

const varRefusals = (env: DeployEnvironment, config: DeployConfig): string[] => [
  ...config.unknownVars.map((unknown) => `[env.${env}.vars] of wrangler.toml sets ${unknown}`),
  ...config.openSecrets.map(
    (name) =>
      `[env.${env}.vars] of wrangler.toml sets the secret ${name}, and git keeps that file. Remove it there and run npx wrangler secret put ${name} --env ${env}; if it was pushed, with a new value (docs/operations.md, Rotate secrets).`,
  ),
];

/** Reasons to refuse a deploy, with remedies, that need no network. */
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
  refusals.push(...brandRefusals(env, config));
  const missing = config.brandHosts.filter((host) => !config.hosts.includes(host));
  if (missing.length > 0)
    refusals.push(
      `wrangler.toml has no route for ${missing.join(", ")}. Add every host of schema/brand.ts to routes under [env.${env}].`,
    );
  if (config.configError !== null)
    refusals.push(
      `The settings of wrangler.toml do not work: ${config.configError}. Correct it under [env.${env}].`,
    );
  refusals.push(...varRefusals(env, config));
  if (lacksId(config.databaseIds, DATABASE_ID))
    refusals.push(
      `wrangler.toml has no D1 id for ${env}. Choose its region, for good (docs/operations.md, Where the data lives), run npx wrangler d1 create unearth-${env} --location REGION and copy the id it prints to [[env.${env}.d1_databases]].`,
    );
  if (lacksId(config.namespaceIds, NAMESPACE_ID))
    refusals.push(
      `wrangler.toml has no KV id for ${env}. Run npx wrangler kv namespace create KV --env ${env} and copy the id it prints to [[env.${env}.kv_namespaces]].`,
    );
  if (config.sharedStores.length > 0)
    refusals.push(
      `wrangler.toml names ${config.sharedStores.join(", ")} for another environment too, which would read and write the same data. Create one for each.`,
    );
  return refusals;
}

/** What the operator confirms by an option. */
export interface Confirmed {
  migrate: boolean;
  older: boolean;
}

interface RemoteState {
  secrets: string[];
  hasBucket: boolean;
  pendingMigrations: string[];
  /** Applied migrations that the checkout lacks. */
  newerMigrations: string[];
}

/** Reasons to refuse a deploy, with remedies, from the Cloudflare account. */
export function remoteRefusals(
  env: DeployEnvironment,
  config: DeployConfig,
  remote: RemoteState & Confirmed,
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
  if (remote.newerMigrations.length > 0 && !remote.older)
    refusals.push(
      `The database has ${remote.newerMigrations.join(", ")}, which this checkout lacks: its code is older than the database. Deploy a newer commit, or read "Roll back" in docs/operations.md and run npm run deploy -- --env ${env} --older.`,
    );
  return refusals;
}

/** Optional features that the deploy lacks, each with a pointer to the docs. */
export function notices(env: DeployEnvironment, { bucket }: DeployConfig): string[] {
  return bucket === null
    ? [`${env} has no bucket bound as BACKUPS, so no daily backups: docs/operations.md, Backups.`]
    : [];
}

/** What the Worker will ask for posts, by wrangler.toml. */
export function describeSource({ source }: DeployConfig): string {
  if (source === null) return "Source of posts: unknown, because the settings do not work.";
  const fallback = source.hasFallback && source.name === "reddit" ? ", then the archive" : "";
  return `Source of posts: ${source.name}${fallback}.`;
}

/** Secrets of the account that the Worker does not read; harmless, but one may be meant for another name. */
export const secretNotices = (secrets: readonly string[]): string[] =>
  unknownSettings(secrets).map((unknown) => `The account has the secret ${unknown}`);

/** `output`: of `wrangler d1 migrations list`. */
export const parsePendingMigrations = (output: string): string[] => [
  ...new Set(output.match(/[^\s│|][^│|\n]*\.sql\b/g)),
];
