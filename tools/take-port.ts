/** The port that `--port` names, and the arguments without it: wrangler refuses a second one. */
export function takePort(args: readonly string[]): { port: string | null; rest: string[] } {
  const at = args.findIndex((arg) => arg === "--port" || arg.startsWith("--port="));
  const found = args[at];
  if (found === undefined) return { port: null, rest: [...args] };
  const isOneWord = found !== "--port";
  const port = isOneWord ? found.slice("--port=".length) : (args[at + 1] ?? "");
  return { port, rest: args.toSpliced(at, isOneWord ? 1 : 2) };
}
