/** Stops a command; the message is for the operator. */
export class Refused extends Error {}

/** The local server failed: its log says why. */
export class ServerFailed extends Refused {}

/** An error of the system names its file: a missing export, a full disk. */
const describeFailure = (error: unknown): unknown =>
  error instanceof Refused || (error instanceof Error && "syscall" in error)
    ? error.message
    : error;

/** Runs a command to its end. Errors that are no message for the operator are faults of ours, shown with their stack. */
export async function runMain(
  main: () => Promise<unknown>,
  describe: (error: unknown) => unknown = describeFailure,
): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(describe(error));
    process.exitCode = 1;
  }
}
