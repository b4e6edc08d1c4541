import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { hash } from "@node-rs/argon2";

/** The Worker's own cost (worker/auth/passwords.ts); Argon2id is what this package makes unasked. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const SHORTEST = 12;
const LONGEST = 100;

export function adminHash(password: string): Promise<string> {
  const length = [...password].length;
  if (length < SHORTEST || length > LONGEST)
    throw new Error(`The admin password must have ${SHORTEST} to ${LONGEST} characters.`);
  return hash(password.normalize("NFC"), COST);
}

/** Asked for, not taken from the arguments: those end up in the shell's history. Not shown while typed. */
async function askForPassword(): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  if (isTerminal) process.stderr.write("Admin password (not shown): ");
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: isTerminal });
  for await (const line of lines) {
    lines.close();
    if (isTerminal) process.stderr.write("\n");
    return line;
  }
  return "";
}

async function main(): Promise<void> {
  const made = await adminHash(await askForPassword());
  console.log(made);
  console.error(
    "\nStore it with:  npx wrangler secret put ADMIN_PASSWORD_HASH --env production\n" +
      "and a signing secret of at least 32 characters as ADMIN_JWT_SECRET in the same way.",
  );
}

if (import.meta.main)
  await main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
