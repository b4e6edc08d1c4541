export const DEFAULT_PORT = 8787;

/** What `npm start` says of a port on which it cannot listen; `code` is the system's. */
export function portFailure(port: number, code: string): string {
  if (code === "EACCES")
    return (
      `Port ${port} needs rights that you do not have. Choose another port:\n` +
      `  PORT=${DEFAULT_PORT} npm start`
    );
  return (
    `Port ${port} is taken, perhaps by another npm start. Stop that one, or choose another port:\n` +
    `  PORT=${port === 65_535 ? DEFAULT_PORT : port + 1} npm start`
  );
}
