import { Refused } from "./refused.ts";
import { runTool } from "./tools.ts";

/** The used part of wrangler's configuration, whose own types do not resolve. */
export interface WranglerConfig {
  assets?: { binding?: string; directory?: string };
  d1_databases: { binding: string; database_id?: string }[];
  kv_namespaces: { binding: string; id?: string }[];
  ratelimits?: { name: string }[];
  durable_objects?: { bindings: { name: string }[] };
  vars: Record<string, unknown>;
  r2_buckets?: { binding: string; bucket_name?: string }[];
  secrets?: { required?: string[] };
  routes?: (string | { pattern: string })[];
}

/** `env`: null for local development. wrangler's errors contain the whole file, so they are replaced. */
export async function readWranglerConfig(
  path: string,
  env: string | null,
): Promise<WranglerConfig> {
  // Loaded late, because it takes a second that an earlier refusal need not wait for.
  const { unstable_readConfig } = await import("wrangler");
  try {
    // Empty for the top level: where it is left out, wrangler reads the section that CLOUDFLARE_ENV names.
    const options = { config: path, env: env ?? "" };
    return unstable_readConfig(options, { hideWarnings: true });
  } catch (error) {
    const { message, location } = error as Error & { location?: { line?: number } };
    const line = location?.line === undefined ? "" : `, line ${location.line}`;
    throw new Refused(`wrangler.toml${line}: ${message}`, { cause: error });
  }
}

/** The bucket of the daily backups; null where none is bound. */
export const backupBucket = ({ r2_buckets = [] }: WranglerConfig): string | null =>
  r2_buckets.find(({ binding }) => binding === "BACKUPS")?.bucket_name ?? null;

const SIGN_IN =
  "If you are not signed in, run npx wrangler login or set CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID.";

/** Returns wrangler's stdout; `step` names the work in the refusal after a failure. */
export function runWrangler(step: string, args: string[]): string {
  const { ok, stdout, output } = runTool("wrangler", args, { env: { CI: "true" } });
  if (ok) return stdout;
  const advice = args.includes("--local") ? "" : ` ${SIGN_IN}`;
  throw new Refused(`${step} failed.${advice}\n\n${output}`);
}
