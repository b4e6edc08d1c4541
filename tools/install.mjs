// Plain JavaScript for any Node from 20 on: this runs before anything is installed.
import { spawnSync } from "node:child_process";
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
const windows = process.platform === "win32";
const modules = join(root, "node_modules");

/** The Node of the development dependency, which runs the tools instead of the machine's Node. */
export const nodePath = join(modules, "node", "bin", windows ? "node.exe" : "node");

/** @param {string} name */
const readJson = (name) => JSON.parse(readFileSync(join(root, name), "utf8"));

/** @type {string | undefined} */
let libcName;

/** A report takes 40 ms. */
function findLibc() {
  if (libcName === undefined) {
    const { header } = /** @type {{ header: object }} */ (process.report.getReport());
    libcName = "glibcVersionRuntime" in header ? "glibc" : "musl";
  }
  return libcName;
}

/**
 * Of the optional packages npm installs those that name this machine. They are missing where node_modules is from
 * another system, as in a container, or where npm omits optional packages; the tools do not start without them.
 * @param {{ os?: string[], cpu?: string[], libc?: string[] }} entry
 */
function isForThisMachine({ os, cpu, libc }) {
  if (!os?.includes(process.platform) || !cpu?.includes(process.arch)) return false;
  return !libc || libc.includes(findLibc());
}

/** Compares the lock file with the one that npm writes into node_modules, also after a manual install. */
function isInstalled() {
  if (!existsSync(join(modules, ".package-lock.json"))) return false;
  const wanted = readJson("package-lock.json").packages;
  const present = readJson("node_modules/.package-lock.json").packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "") return true;
    if (path in present) return present[path].version === entry.version;
    return entry.optional === true && !isForThisMachine(entry);
  });
}

/** @param {string} message @returns {never} */
function stop(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}

/** Holds the id of the process that installs: npm ci empties the folder that another one's is filling. */
const lock = join(root, ".cache", "installing");
/** After a reboot, or in a container, another process can have the id. */
const LOCK_ENDS_AFTER_MS = 10 * 60_000;

/** @param {number} ms */
const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Returns the id of the other process that installs; 0 if none does, as after a kill. */
function findInstaller() {
  let pid = 0;
  try {
    if (Date.now() - statSync(lock).mtimeMs > LOCK_ENDS_AFTER_MS) return 0;
    pid = Number(readFileSync(lock, "utf8"));
    if (pid === process.pid) return 0;
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    // The process runs and is another user's.
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM" ? pid : 0;
  }
}

/** Returns false if another process was faster. */
function writeLock() {
  rmSync(lock, { force: true });
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false;
    throw error;
  }
  // Two processes that find the same dead one remove each other's lock: the later one has it.
  sleep(200);
  return existsSync(lock) && readFileSync(lock, "utf8") === String(process.pid);
}

/** Waits until no other process installs. Returns the function that ends the lock; the process's end ends it too. */
function lockInstall() {
  mkdirSync(join(root, ".cache"), { recursive: true });
  let isSaid = false;
  for (;;) {
    const pid = findInstaller();
    if (!pid && writeLock()) break;
    if (pid && !isSaid) console.log(`Waiting for the install of process ${pid} …`);
    isSaid ||= pid > 0;
    sleep(200);
  }
  const release = () => rmSync(lock, { force: true });
  process.once("exit", release);
  return () => {
    process.off("exit", release);
    release();
  };
}

/** npm leaves out programs that name a newer Node than its own, although they run under the one of node_modules. */
function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const isNewEnough = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  if (!isNewEnough)
    stop(
      `Node 20.19, 22.12 or newer is needed, and this is ${process.versions.node}: with it npm leaves out\n` +
        "programs that the build needs. Install a newer Node and run the same command again.",
    );
}

/**
 * Whether the first existing path can be written; each path is below the next one.
 * @param {string[]} paths
 */
function isWritable(...paths) {
  try {
    accessSync(paths.find((path) => existsSync(path)) ?? "", constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** npm sets npm_config_cache for its scripts, usually to ~/.npm, which some containers cannot make. */
function npmEnvironment() {
  const usual = process.env.npm_config_cache || join(homedir(), ".npm");
  if (isWritable(usual, dirname(usual))) return process.env;
  return { ...process.env, npm_config_cache: join(root, ".cache", "npm") };
}

function installPackages() {
  refuseOldNode();
  console.log("Installing dependencies (once, a minute or so) …");
  // With NODE_ENV=production, as in many containers, npm omits development dependencies, and with omit=optional the
  // programs of this machine. Below a folder whose package.json has workspaces, npm would install that folder.
  const options = [
    "--include=dev",
    "--include=optional",
    "--no-workspaces",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  const { status } = spawnSync("npm", ["ci", ...options], {
    cwd: root,
    stdio: "inherit",
    env: npmEnvironment(),
    shell: windows,
  });
  if (status !== 0)
    stop(
      "The dependencies could not be installed: see the lines above. Check that the npm registry\n" +
        "can be reached (npm ping) and that package-lock.json is unchanged (git checkout\n" +
        "package-lock.json), then run the same command again.",
    );
}

const wantedNode = () => `v${readJson("package.json").devDependencies.node}`;

function hasNode() {
  const { stdout } = spawnSync(nodePath, ["--version"], { encoding: "utf8" });
  return String(stdout ?? "").trim() === wantedNode();
}

/** Without install scripts (ignore-scripts) the node package has no binary. */
function installNode() {
  spawnSync(process.execPath, ["installArchSpecificPackage.js"], {
    cwd: join(modules, "node"),
    stdio: "inherit",
  });
  if (!hasNode())
    stop(
      `Node ${wantedNode()} could not be installed into node_modules/node. Remove node_modules and run\n` +
        "the same command again; if npm blocks install scripts, run: npm rebuild node --ignore-scripts=false",
    );
}

function linkNode() {
  const link = join(modules, ".bin", "node");
  if (!windows && !lstatSync(link, { throwIfNoEntry: false }))
    symlinkSync("../node/bin/node", link);
}

export function ensureInstalled() {
  // Vite cuts a file's path there, and then finds no file.
  if (/[#?]/.test(root))
    stop(
      `The path of this folder has a # or ?, and the build cannot read it there: ${root}\nMove the folder.`,
    );
  if (!isInstalled() || !hasNode()) {
    const release = lockInstall();
    if (!isInstalled()) installPackages();
    if (!hasNode()) installNode();
    release();
  }
  linkNode();
}

/** Exempts local servers from a proxy that the environment sets. */
function noProxy() {
  const own = process.env.no_proxy ?? process.env.NO_PROXY ?? "";
  if (own.trim() === "*") return own;
  return [own, "localhost", "127.0.0.1", "[::1]"].filter(Boolean).join(",");
}

/** As wrangler finds it. */
function configFolder() {
  const usual = process.platform === "darwin" ? ["Library", "Preferences"] : [".config"];
  return process.env.XDG_CONFIG_HOME || join(homedir(), ...usual);
}

/**
 * wrangler keeps settings, logs and a registry of servers in the home folder, and does not start where it cannot, as in
 * some containers and where a start with sudo has made the folder.
 */
function settingsFolders() {
  const own = join(root, ".cache", "config");
  const config = configFolder();
  const settings = join(config, ".wrangler");
  if (!isWritable(settings, config, dirname(config), homedir())) return { XDG_CONFIG_HOME: own };
  const registry = process.env.WRANGLER_REGISTRY_PATH || join(settings, "registry");
  if (!existsSync(registry) || isWritable(registry)) return {};
  // The other settings stay: a login is one of them.
  return { WRANGLER_REGISTRY_PATH: join(own, "registry") };
}

/**
 * Puts the installed Node first on the path. Drops NODE_ENV, which tools choose, and CLOUDFLARE_ENV, which would start
 * a local server with production's settings.
 */
export function toolEnvironment() {
  return {
    ...process.env,
    ...settingsFolders(),
    NODE_ENV: undefined,
    CLOUDFLARE_ENV: undefined,
    PATH: join(modules, ".bin") + delimiter + (process.env.PATH ?? ""),
    NO_PROXY: noProxy(),
    no_proxy: noProxy(),
    // With its code compiled, a start of wrangler takes 0.85 s of processor, not 1.2 s.
    NODE_COMPILE_CACHE: join(root, ".cache", "node"),
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_HIDE_BANNER: "true",
    // Otherwise wrangler fetches a location from the network.
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
  };
}
