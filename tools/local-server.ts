import { stateFolder } from "./migrations.ts";
import { takeOption } from "./take-option.ts";

export interface LocalServer {
  /** The folder of the local data. */
  state: string;
  /** Of wrangler. */
  args: string[];
  env: Record<string, string>;
}

/** wrangler's build migrates the database in UNEARTH_STATE, so the server opens the same one. */
export function localServer(port: number, passedOn: readonly string[]): LocalServer {
  const { value, rest } = takeOption(passedOn, "persist-to");
  if (value === "")
    throw new Error("--persist-to names no folder, for example --persist-to .wrangler/other");
  const state = value ?? stateFolder;
  const folder = passedOn.includes("--remote") ? [] : ["--persist-to", state];
  return {
    state,
    args: ["dev", "--port", String(port), ...folder, ...rest],
    env: { UNEARTH_STATE: state },
  };
}
