export const DEFAULT_PORT = 8787;

/** The variable from which a command reads a port. */
export interface PortSetting {
  variable: string;
  /** The default port. */
  usual: number;
  command: string;
}

/** The error sentence for a port that cannot be used; `code` is the system's error code. */
export function portFailure(port: number, code: string, setting: PortSetting): string {
  const { variable, usual, command } = setting;
  if (code === "EACCES")
    return (
      `Port ${port} needs rights that you do not have. Choose another port:\n` +
      `  ${variable}=${usual} ${command}`
    );
  return (
    `Port ${port} is taken, perhaps by another ${command}. Stop that one, or choose another port:\n` +
    `  ${variable}=${port === 65_535 ? usual : port + 1} ${command}`
  );
}
