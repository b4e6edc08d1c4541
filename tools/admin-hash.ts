import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { hashPassword } from "./hash-password.ts";
import { Refused, runMain } from "./refused.ts";

const MIN_LENGTH = 12;
const MAX_LENGTH = 100;
/** As shells report it: 128 and the signal's number. */
const CODE_OF_CTRL_C = 130;

export function hashAdminPassword(password: string): Promise<string> {
  const length = [...password].length;
  if (length < MIN_LENGTH || length > MAX_LENGTH)
    throw new Refused(`The admin password must have ${MIN_LENGTH} to ${MAX_LENGTH} characters.`);
  return hashPassword(password);
}

/** Reads stdin, because arguments end up in the shell's history; does not echo. */
async function readPassword(): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  if (isTerminal) process.stderr.write("Admin password (not shown): ");
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: discard, terminal: isTerminal });
  // Otherwise Ctrl-C would end the input, and an empty password would be refused for its length.
  lines.once("SIGINT", () => {
    lines.close();
    process.stderr.write("\n");
    process.exit(CODE_OF_CTRL_C);
  });
  for await (const line of lines) {
    lines.close();
    if (isTerminal) process.stderr.write("\n");
    return line;
  }
  return "";
}

async function main(): Promise<void> {
  const made = await hashAdminPassword(await readPassword());
  console.log(made);
  console.error(
    "\nStore it with:  npx wrangler secret put ADMIN_PASSWORD_HASH --env production\n" +
      "Store a random text of at least 32 characters as ADMIN_JWT_SECRET in the same way.",
  );
}

if (import.meta.main) await runMain(main);
