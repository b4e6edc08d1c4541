import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import type { HealthReason, HealthResponse } from "#schema/api/health.ts";
import { brand } from "#schema/brand.ts";
import { bundle, describeBundle } from "#tools/build/bundle.ts";
import {
  type Confirmed,
  DEPLOY_ENVIRONMENTS,
  type DeployConfig,
  type DeployEnvironment,
  describeSource,
  localRefusals,
  notices,
  readDeployConfig,
  remoteRefusals,
  secretNotices,
} from "./refusals.ts";
import { fetchRemoteState, migrate, replicationNote, uploadVersion } from "./remote.ts";
import { root } from "#tools/files.ts";
import { Refused, runMain } from "#tools/refused.ts";

const printStep = (text: string) => console.log(`\n── ${text}`);

function git(...args: string[]): string {
  const options = { cwd: root, encoding: "utf8" } as const;
  const { status, stdout, stderr, error } = spawnSync("git", args, options);
  if (status !== 0)
    throw new Refused(
      `git ${args.join(" ")} failed: ${error?.message ?? stderr.trim()}\nDeploy from a git checkout: the deployment is tagged with its commit.`,
    );
  return stdout.trim();
}

/** Uncommitted files, or the reason why git cannot list them. */
function readChanges(): { dirty: string[]; failures: string[] } {
  try {
    return { dirty: git("status", "--porcelain").split("\n").filter(Boolean), failures: [] };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { dirty: [], failures: [error.message] };
  }
}

function refuseIf(refusals: string[]): void {
  if (refusals.length > 0) throw new Refused(refusals.map((text) => `• ${text}`).join("\n"));
}

const USAGE = `Run npm run deploy -- --env ${DEPLOY_ENVIRONMENTS.join(" or --env ")}.`;

/** Without `--`, npm consumes --env and passes only the name. */
function readArguments() {
  const options = {
    env: { type: "string" },
    migrate: { type: "boolean", default: false },
    older: { type: "boolean", default: false },
    "dry-run": { type: "boolean", default: false },
  } as const;
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    throw new Refused(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

function parseEnvironment(name: string | undefined): DeployEnvironment {
  const found = DEPLOY_ENVIRONMENTS.find((known) => known === name);
  if (found) return found;
  const what = name === undefined ? "No environment given." : `There is no environment "${name}".`;
  throw new Refused(`${what} ${USAGE}`);
}

const HEALTH_TRIES = 12;

/** An error body and a page of HTML name no commit. */
function readHealth(body: string): Partial<HealthResponse> {
  try {
    return JSON.parse(body) as Partial<HealthResponse>;
  } catch {
    return {};
  }
}

/** A deploy can cause these; the others, as a source that blocks us, were there before it. */
const CAUSED_BY_DEPLOY: readonly HealthReason[] = ["d1_down", "configuration"];

/** For a while after a deploy, isolates of the version before it answer too. */
async function waitForHealthyDeployment(env: DeployEnvironment, commit: string): Promise<void> {
  const address = `${brand.environments[env].apiOrigin}/api/health`;
  let last = "no response";
  let foreign: HealthReason[] = [];
  for (let attempt = 0; attempt < HEALTH_TRIES; attempt++) {
    try {
      const response = await fetch(address, { signal: AbortSignal.timeout(10_000) });
      const body = await response.text();
      last = `${response.status} ${body}`;
      const { commit: answering, reasons = [] } = readHealth(body);
      if (response.ok && answering === commit) return console.log(last);
      const isForeign = !reasons.some((reason) => CAUSED_BY_DEPLOY.includes(reason));
      foreign = answering === commit && isForeign ? reasons : [];
    } catch (error) {
      [last, foreign] = [String(error), []];
    }
    await new Promise((resolve) => setTimeout(resolve, 5000));
  }
  if (foreign.length > 0)
    return console.log(
      `The version runs. Health is 503 for a reason from before it: ${foreign.join(", ")} (docs/operations.md, Reasons and remedies).`,
    );
  throw new Refused(
    `The version is deployed, but ${HEALTH_TRIES} requests to ${address} got no healthy answer of commit ${commit}. The last one: ${last}`,
  );
}

function checkRemote(env: DeployEnvironment, config: DeployConfig, confirmed: Confirmed): boolean {
  const state = fetchRemoteState(env, config.bucket);
  for (const notice of secretNotices(state.secrets)) console.log(`Note: ${notice}`);
  refuseIf(remoteRefusals(env, config, { ...state, ...confirmed }));
  return state.pendingMigrations.length > 0;
}

async function deploy(env: DeployEnvironment, config: DeployConfig, confirmed: Confirmed) {
  printStep("Database");
  console.log(replicationNote(env));
  printStep("Secrets and migrations");
  if (checkRemote(env, config, confirmed)) migrate(env);
  printStep("Deploy");
  const commit = git("rev-parse", "--short", "HEAD");
  uploadVersion(env, ["--tag", commit, "--message", git("log", "-1", "--format=%s")]);
  printStep("Health");
  await waitForHealthyDeployment(env, commit);
}

async function main(): Promise<void> {
  const values = readArguments();
  const env = parseEnvironment(values.env);
  const config = await readDeployConfig(env);
  const { dirty, failures } = readChanges();
  const refusals = [...failures, ...localRefusals(env, config, dirty)];
  if (!values["dry-run"]) refuseIf(refusals);
  printStep(`Bundle for ${env}`);
  const made = bundle(env);
  console.log(describeBundle(made));
  refuseIf(made.problems);
  console.log(describeSource(config));
  for (const notice of notices(env, config)) console.log(`Note: ${notice}`);
  if (!values["dry-run"]) return deploy(env, config, values);
  printStep("Dry run: nothing was deployed");
  console.log(
    "Not checked, because it is in the account: secrets, migrations, the backup bucket, whether read replication is on.",
  );
  const found = refusals.map((text) => `• ${text}`).join("\n");
  console.log(
    found ? `A deploy would be refused:\n${found}` : "A deploy would pass the local checks.",
  );
}

await runMain(main, (error) =>
  error instanceof Refused ? `\nThe deploy stopped.\n${error.message}\n` : error,
);
