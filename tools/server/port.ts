import { Refused } from "#tools/refused.ts";
import { listenRefusal, whyNotFree } from "./free-port.ts";

export const DEFAULT_PORT = 8787;

/** The variable from which a command reads a port. */
export interface PortSetting {
  variable: string;
  defaultPort: number;
  command: string;
}

/** The error sentence for a port that cannot be used; `code` is the system's error code. */
export function portFailure(port: number, code: string, setting: PortSetting): string {
  const { variable, defaultPort, command } = setting;
  if (code === "EACCES")
    return (
      `Port ${port} needs rights that you do not have. Choose another port:\n` +
      `  ${variable}=${defaultPort} ${command}`
    );
  // Another port would not help, as without a loopback interface (EADDRNOTAVAIL).
  if (code !== "EADDRINUSE") return listenRefusal(port, code);
  return (
    `Port ${port} is taken, perhaps by another ${command}. Stop that one, or choose another port:\n` +
    `  ${variable}=${port === 65_535 ? defaultPort : port + 1} ${command}`
  );
}

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
