/** Returns the value of `--name` (empty if it has none) and the other arguments. */
export function takeOption(
  args: readonly string[],
  name: string,
): { value: string | null; rest: string[] } {
  const option = `--${name}`;
  const at = args.findIndex((arg) => arg === option || arg.startsWith(`${option}=`));
  const found = args[at];
  if (found === undefined) return { value: null, rest: [...args] };
  const isOneWord = found !== option;
  const value = isOneWord ? found.slice(option.length + 1) : (args[at + 1] ?? "");
  return { value, rest: args.toSpliced(at, isOneWord ? 1 : 2) };
}
