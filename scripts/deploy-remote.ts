import { type DeployEnvironment, pendingMigrations } from "./deploy-checks.ts";
import { runTool } from "./tools.ts";

/** A deploy that stops, with a message for the person who started it. */
export class Refused extends Error {}

const NO_SUCH_WORKER = /Worker "[^"]+".* not found|\b10007\b/;

export function wrangler(what: string, args: string[]): string {
  const { ok, stdout, output } = runTool("wrangler", args, { env: { CI: "true" } });
  if (!ok)
    throw new Refused(
      `${what} failed. Signed in? npx wrangler login, or set CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID.\n\n${output}`,
    );
  return stdout;
}

/** Before the first deploy there is no Worker to have secrets: putting the first one makes it. */
function secretNames(env: DeployEnvironment): string[] {
  const args = ["secret", "list", "--env", env, "--format", "json"];
  try {
    const listed = JSON.parse(wrangler("Reading the secrets", args)) as { name: string }[];
    return listed.map(({ name }) => name);
  } catch (error) {
    if (error instanceof Refused && NO_SUCH_WORKER.test(error.message)) return [];
    throw error;
  }
}

export function remoteState(env: DeployEnvironment) {
  const args = ["d1", "migrations", "list", "DB", "--remote", "--env", env];
  return {
    secrets: secretNames(env),
    pendingMigrations: pendingMigrations(wrangler("Reading the migrations", args)),
  };
}

/** Returns the command that brings the database back to where it was. */
export function migrate(env: DeployEnvironment): string {
  const info = ["d1", "time-travel", "info", "DB", "--env", env, "--json"];
  const bookmark = /"bookmark":\s*"([^"]+)"/.exec(wrangler("Noting a restore point", info))?.[1];
  if (!bookmark) throw new Refused("The database gave no restore point, so nothing was applied.");
  const apply = ["d1", "migrations", "apply", "DB", "--remote", "--env", env];
  console.log(wrangler("Applying the migrations", apply));
  return `npx wrangler d1 time-travel restore DB --env ${env} --bookmark=${bookmark}`;
}
