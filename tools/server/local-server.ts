import { stateFolder } from "#tools/migrations.ts";
import { holdState } from "./state-lock.ts";
import { takeOption } from "#tools/take-option.ts";
import { Refused } from "#tools/refused.ts";

export interface LocalServer {
  /** The folder of the local data. */
  state: string;
  /** The data is an account's. */
  isRemote: boolean;
  /** Of wrangler. */
  args: string[];
  env: Record<string, string>;
}

/** wrangler's build migrates the database in UNEARTH_STATE, so the server opens the same one. */
export function localServer(port: number, passedOn: readonly string[]): LocalServer {
  const { value, rest } = takeOption(passedOn, "persist-to");
  if (value === "")
    throw new Refused("--persist-to names no folder, for example --persist-to .wrangler/other");
  const state = value ?? stateFolder;
  if (takeOption(passedOn, "local-protocol").value === "https")
    throw new Refused("The local server has no https: leave out --local-protocol https");
  const isRemote = passedOn.includes("--remote");
  const folder = isRemote ? [] : ["--persist-to", state];
  // Two servers that start at once would choose the same port for the inspector.
  const inspector =
    takeOption(passedOn, "inspector-port").value === null ? ["--inspector-port", "0"] : [];
  return {
    state,
    isRemote,
    args: ["dev", "--port", String(port), ...inspector, ...folder, ...rest],
    env: { UNEARTH_STATE: state },
  };
}

/**
 * Like localServer(), with a folder that no other server uses. If the usual one is taken, it gets its own; if a named
 * one is taken, it is refused.
 */
export function holdLocalServer(port: number, passedOn: readonly string[]): LocalServer {
  const server = localServer(port, passedOn);
  if (server.isRemote || holdState(server.state)) return server;
  const { value } = takeOption(passedOn, "persist-to");
  const own = `${server.state}-${port}`;
  if (value !== null || !holdState(own))
    throw new Refused(
      `Another server uses the data in ${value === null ? own : server.state}. ` +
        "Stop it, or name another folder: -- --persist-to .wrangler/other",
    );
  console.log(`Another server uses the data in ${server.state}: this one has its own, in ${own}.`);
  return localServer(port, [...passedOn, "--persist-to", own]);
}
