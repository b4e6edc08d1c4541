import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { brand } from "#schema/brand.ts";
import { bundle, describeBundle } from "./bundle.ts";
import {
  DEPLOY_ENVIRONMENTS,
  type DeployConfig,
  type DeployEnvironment,
  localRefusals,
  readDeployConfig,
  remoteRefusals,
} from "./deploy-checks.ts";
import { migrate, Refused, remoteState, wrangler } from "./deploy-remote.ts";
import { root } from "./files.ts";

const step = (text: string) => console.log(`\n── ${text}`);

function git(...args: string[]): string {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0)
    throw new Refused("A deploy starts from a git checkout, so that it can be named.");
  return stdout.trim();
}

function refuseIf(refusals: string[]): void {
  if (refusals.length > 0) throw new Refused(refusals.map((text) => `• ${text}`).join("\n"));
}

function wantedEnvironment(name: string | undefined): DeployEnvironment {
  const found = DEPLOY_ENVIRONMENTS.find((known) => known === name);
  if (!found)
    throw new Refused(
      `Say where to: npm run deploy -- --env ${DEPLOY_ENVIRONMENTS.join(" or --env ")}. ` +
        "Without an environment the local development configuration would be deployed.",
    );
  return found;
}

async function waitUntilHealthy(env: DeployEnvironment): Promise<void> {
  const address = `${brand.environments[env].apiOrigin}/api/health`;
  let last = "no answer";
  for (let attempt = 0; attempt < 12; attempt++) {
    try {
      const response = await fetch(address, { signal: AbortSignal.timeout(10_000) });
      last = `${response.status} ${await response.text()}`;
      if (response.ok) return console.log(last);
    } catch (error) {
      last = String(error);
    }
    await new Promise((resolve) => setTimeout(resolve, 5000));
  }
  throw new Refused(`It is deployed, but ${address} is not well after a minute: ${last}`);
}

function checkRemote(env: DeployEnvironment, config: DeployConfig, mayMigrate: boolean): boolean {
  const state = remoteState(env);
  refuseIf(remoteRefusals(env, config, { ...state, migrate: mayMigrate }));
  return state.pendingMigrations.length > 0;
}

async function deploy(env: DeployEnvironment, config: DeployConfig, mayMigrate: boolean) {
  step("Secrets and migrations");
  const isBehind = checkRemote(env, config, mayMigrate);
  const restore = isBehind ? migrate(env) : null;
  const rollback = [`npx wrangler rollback --env ${env}`, restore].filter(Boolean).join("\n  ");
  try {
    step("Deploy");
    const tag = [
      "--tag",
      git("rev-parse", "--short", "HEAD"),
      "--message",
      git("log", "-1", "--format=%s"),
    ];
    console.log(wrangler("The deploy", ["deploy", "--env", env, ...tag]));
    step("Health");
    await waitUntilHealthy(env);
  } finally {
    console.log(`\nTo go back to what ran before:\n  ${rollback}`);
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      env: { type: "string" },
      migrate: { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
    },
  });
  const env = wantedEnvironment(values.env);
  const config = await readDeployConfig(env);
  const dirty = git("status", "--porcelain").split("\n").filter(Boolean);
  const refusals = localRefusals(env, config, dirty);
  if (!values["dry-run"]) refuseIf(refusals);
  step(`Bundle for ${env}`);
  const made = bundle(env);
  console.log(describeBundle(made));
  refuseIf(made.problems);
  if (!values["dry-run"]) return deploy(env, config, values.migrate);
  step("Dry run: nothing was sent");
  const found = refusals.map((text) => `• ${text}`).join("\n");
  console.log(found ? `A real deploy would refuse now:\n${found}` : "A real deploy would go on.");
}

await main().catch((error: unknown) => {
  console.error(error instanceof Refused ? `\nNot deployed.\n${error.message}\n` : error);
  process.exitCode = 1;
});
