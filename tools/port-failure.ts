export const DEFAULT_PORT = 8787;

/** Where a command reads a port. */
export interface PortSetting {
  variable: string;
  /** Its port without the variable. */
  usual: number;
  command: string;
}

/** What a command says of a port on which it cannot listen; `code` is the system's. */
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
