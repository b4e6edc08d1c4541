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
  return (
    `Port ${port} is taken, perhaps by another ${command}. Stop that one, or choose another port:\n` +
    `  ${variable}=${port === 65_535 ? defaultPort : port + 1} ${command}`
  );
}
