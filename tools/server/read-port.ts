import { portFailure, type PortSetting } from "./port-failure.ts";
import { Refused } from "#tools/refused.ts";
import { whyNotFree } from "./free-port.ts";

/** Throws if `text` is no port or no server can listen there. */
export async function readPort(text: string, setting: PortSetting): Promise<number> {
  const port = Number(text);
  const { variable, defaultPort, command } = setting;
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Refused(
      `The port is "${text}": give a number from 1 to 65535, for example ${variable}=${defaultPort + 1} ${command}`,
    );
  const code = await whyNotFree(port);
  if (code !== null) throw new Refused(portFailure(port, code, setting));
  return port;
}
